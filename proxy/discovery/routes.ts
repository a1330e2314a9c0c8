import { routes, searchRequestSchema, type ControllerEntry, type Controllers } from '#shared/wire';
import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import type { KnownController, KnownControllers } from '../controllers/known';
import { refuse } from '../refusal';
import type { Search } from './search';

/** What discovery stands on. */
export interface DiscoveryParts {
  readonly known: Pick<KnownControllers, 'list'>;
  readonly search: Pick<Search, 'start' | 'isSearching' | 'wasInVain'>;
  /** Why a search may come to nothing on this machine. */
  readonly hints: () => string[];
}

/** Routes by which a screen learns what it could sign in to. A search fills the list while it is asked for again. */
export function registerDiscovery(app: FastifyInstance, { known, search, hints }: DiscoveryParts) {
  const answer = (): Controllers => ({
    controllers: known.list().map(entryOf),
    searching: search.isSearching,
    hints: search.wasInVain ? hints() : []
  });

  app.get(routes.controllers, { config: { access: 'public' } }, answer);

  app.post(routes.search, { config: { access: 'public' } }, ({ body }, reply) => {
    const asked = v.safeParse(searchRequestSchema, body ?? undefined);
    if (!asked.success)
      return refuse(reply, { code: 'bad-request', message: 'A search takes `sweep` or nothing.' });
    search.start({ isSweep: asked.output.sweep });
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
