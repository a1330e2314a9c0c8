import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Mac } from '#shared/mac';
import type { ControllerEntry, Controllers } from '#shared/wire';
import { homeAddresses, isVirtual, type Interfaces } from '../../base/net/interfaces';
import { detectHostKind, type HostKind } from '../../base/platform/host-kind';
import { networkAddress } from '../../controllers/sources';
import { serve } from '../../http/serve';
import type { Household } from '../household';

/**
 * Possible reasons why a search finds nothing on this machine, as codes of the wire, the likeliest first. A missing controller and a
 * network that drops broadcasts cannot be told apart, so `no-reply` is last.
 */
export function hintsOf(hostKind: HostKind, interfaces: Interfaces = networkInterfaces()): string[] {
  const networks = Object.entries(interfaces).filter(
    ([name, entries]) => !isVirtual(name) && homeAddresses({ [name]: entries ?? [] }).length > 0
  );
  if (networks.length === 0 && hostKind === 'plain') return ['no-network'];
  return [
    ...(hostKind === 'plain' ? [] : [hostKind]),
    ...(networks.length > 1 ? ['several-networks'] : []),
    'no-reply'
  ];
}

/** Routes that list the controllers to sign in to, and start a search. Clients poll the list while the search fills it. */
export function registerSearch(app: FastifyInstance, household: Household) {
  const { gate, search } = household;

  serve(app, 'GET /api/controllers', async (request) => {
    // A request with a setup code gets everything. One with a wrong code gets what strangers get, and counts as an attempt.
    const pass = await gate.admit(request);
    return pass.ok ? wholeAnswer(household) : strangersAnswer(household, request);
  });

  serve(app, 'POST /api/controllers/search', async (request, { sweep }) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return pass;
    search.start({ isSweep: sweep });
    return wholeAnswer(household);
  });
}

/** The answer: `mayAdd` is sent only if it is false. */
type ControllersAnswer = Omit<Controllers, 'mayAdd'> & Partial<Pick<Controllers, 'mayAdd'>>;

/** The whole answer, for clients that may add a controller. */
function wholeAnswer({ known, found, search }: Household): ControllersAnswer {
  const others = found.list().filter(({ address }) => known.at(address).length === 0);
  const fresh = others.map((each) => ({ ...each, source: 'search' as const }));
  return {
    controllers: [...known.list(), ...fresh].map(entryOf),
    searching: search.isSearching,
    hints: search.wasInVain ? hintsOf(detectHostKind()) : []
  };
}

/**
 * Only names and ids of the known controllers, and to a screen the address of its own. A controller without a name is named by its address:
 * to strangers it has no name.
 */
function strangersAnswer({ known }: Household, { screen }: FastifyRequest): ControllersAnswer {
  const controllers = known.list().map(({ id, name, address, source }) => ({
    id,
    name: isIPv4(name) ? '' : name,
    address: screen?.controller === id ? networkAddress(address) : '',
    source,
    lastSeen: 0
  }));
  return { controllers, searching: false, hints: [], mayAdd: false };
}

type ListedController = Omit<ControllerEntry, 'mac'> & { readonly mac: Mac | null };

const entryOf = ({ id, name, address, mac, source, lastSeen }: ListedController): ControllerEntry => ({
  id,
  name,
  source,
  lastSeen,
  address: networkAddress(address),
  ...(mac !== null && { mac }),
  // What this program runs and the household does not know has no password yet.
  ...(source === 'search' && networkAddress(address) === '' && { setsUp: true })
});
