import type { Failure } from '#shared/errors';
import { routes, searchRequestSchema, type ControllerEntry, type Controllers } from '#shared/wire';
import * as v from 'valibot';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIPv4 } from 'node:net';
import type { KnownController, KnownControllers } from '../controllers/known';
import { refuse, sendAttemptError, type TooManyAttempts } from '../http/errors';
import type { FoundController, FoundControllers } from './found';
import type { Search } from './search';

/** Decides who may see every controller and start a search. */
interface DiscoveryGate {
  admit(
    request: FastifyRequest
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: Failure | TooManyAttempts }>;
}

/** What discovery depends on. */
interface DiscoveryParts {
  readonly known: Pick<KnownControllers, 'list' | 'at'>;
  readonly found: Pick<FoundControllers, 'list'>;
  readonly gate: DiscoveryGate;
  readonly search: Pick<Search, 'start' | 'isSearching' | 'wasInVain'>;
  /** Why a search may come to nothing on this machine. */
  readonly hints: () => string[];
}

/** Routes by which a screen learns what it could sign in to. A search fills the list while it is asked for again. */
export function registerDiscovery(app: FastifyInstance, parts: DiscoveryParts) {
  const { gate, search } = parts;

  app.get(routes.controllers, { config: { access: 'public' } }, async (request) => {
    // Who brings a setup code is told all; whoever brings a wrong one is a stranger, and counts as one who tried.
    const pass = await gate.admit(request);
    return pass.ok ? wholeAnswer(parts) : strangersAnswer(parts, request);
  });

  app.post(routes.search, { config: { access: 'public' } }, async (request, reply) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return sendAttemptError(reply, pass.error);
    const asked = v.safeParse(searchRequestSchema, request.body ?? undefined);
    if (!asked.success)
      return refuse(reply, { code: 'bad-request', message: 'A search takes `sweep` or nothing.' });
    search.start({ isSweep: asked.output.sweep });
    return wholeAnswer(parts);
  });
}

/** As it is sent: what may be added is said only where it may not. */
type ControllersAnswer = Omit<Controllers, 'mayAdd'> & Partial<Pick<Controllers, 'mayAdd'>>;

/** Everything: for who may add a controller. */
function wholeAnswer({ known, found, search, hints }: DiscoveryParts): ControllersAnswer {
  const fresh = found.list().filter(({ address }) => known.at(address).length === 0);
  return {
    controllers: [
      ...known.list().map(entryOf),
      ...fresh.map((each) => entryOf({ ...each, source: 'search' }))
    ],
    searching: search.isSearching,
    hints: search.wasInVain ? hints() : []
  };
}

/**
 * Names and ids of the known ones alone, and to a screen where its own controller is. A controller that gave itself no name is called by
 * its address: to strangers it has none.
 */
function strangersAnswer({ known }: DiscoveryParts, { screen }: FastifyRequest): ControllersAnswer {
  const controllers = known.list().map(({ id, name, address, source }) => ({
    id,
    name: isIPv4(name) ? '' : name,
    address: screen?.controller === id ? address : '',
    source,
    lastSeen: 0
  }));
  return { controllers, searching: false, hints: [], mayAdd: false };
}

type Listed =
  | Pick<KnownController, 'id' | 'name' | 'address' | 'mac' | 'source' | 'lastSeen'>
  | (FoundController & { readonly source: 'search' });

const entryOf = ({ id, name, address, mac, source, lastSeen }: Listed): ControllerEntry => ({
  id,
  name,
  address,
  ...(mac !== null && { mac }),
  source,
  lastSeen
});
