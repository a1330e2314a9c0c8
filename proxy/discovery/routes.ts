import { routes, type ControllerEntry, type Controllers } from '#shared/wire';
import type { FastifyInstance } from 'fastify';
import type { KnownController, KnownControllers } from '../controllers/known';
import type { Search } from './search';

/** Routes by which a screen learns what it could sign in to. A search fills the list while it is asked for again. */
export function registerDiscovery(
  app: FastifyInstance,
  { known, search }: { known: Pick<KnownControllers, 'list'>; search: Pick<Search, 'start' | 'isSearching'> }
) {
  const answer = (): Controllers => ({
    controllers: known.list().map(entryOf),
    searching: search.isSearching
  });

  app.get(routes.controllers, { config: { access: 'public' } }, answer);

  app.post(routes.search, { config: { access: 'public' } }, () => {
    search.start();
    return answer();
  });
}

const entryOf = ({ id, name, address, source, lastSeen }: KnownController): ControllerEntry => ({
  id,
  name,
  address,
  source,
  lastSeen
});
