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
import { BOX } from '../household-gate';
import { browserOf, codeOf } from '../requests';

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
    // Who may add a home gets everything, all others what strangers get. A wrong code counts as an attempt.
    if (codeOf(request) === undefined)
      return (await gate.admitToBox(request)).ok
        ? wholeAnswer(household)
        : strangersAnswer(household, request);
    const judged = await gate.codeFor(request);
    if (!judged.ok && judged.error.code !== 'wrong-setup-code') return judged;
    const codeFor = judged.ok ? judged.value : undefined;
    const answer = codeFor === BOX ? wholeAnswer(household) : strangersAnswer(household, request);
    return { ...answer, ...(codeFor !== undefined && { codeFor }) };
  });

  serve(app, 'POST /api/controllers/search', async (request, { sweep }) => {
    const pass = await gate.admitToBox(request);
    if (!pass.ok) return pass;
    search.start({ isSweep: sweep });
    return wholeAnswer(household);
  });
}

/** The answer: `mayAdd` is sent only if it is false. */
type ControllersAnswer = Omit<Controllers, 'mayAdd'> & Partial<Pick<Controllers, 'mayAdd'>>;

/** The whole answer, for clients that may add a controller. */
function wholeAnswer({ known, found, search, leaving }: Household): ControllersAnswer {
  const others = found.list().filter(({ address }) => known.at(address).length === 0);
  const fresh = others.map((each) => ({ ...each, source: 'search' as const }));
  return {
    controllers: [...known.list(), ...fresh].map((each) => ({
      ...entryOf(each),
      ...wordsOf(each.id, leaving)
    })),
    searching: search.isSearching,
    hints: search.wasInVain ? hintsOf(detectHostKind()) : []
  };
}

/**
 * Only names and ids of the known controllers, and to a browser the addresses of those that it is signed in to. A controller without a name is
 * named by its address: to strangers it has no name.
 */
function strangersAnswer({ known, leaving }: Household, request: FastifyRequest): ControllersAnswer {
  const browser = browserOf(request);
  const controllers = known.list().map(({ id, name, address, source }) => ({
    id,
    name: isIPv4(name) ? '' : name,
    address: browser.at(id)?.locked === false ? networkAddress(address) : '',
    source,
    lastSeen: 0,
    ...wordsOf(id, leaving)
  }));
  return { controllers, searching: false, hints: [], mayAdd: false };
}

/** What people have to know of a home before they type its password. */
const wordsOf = (id: string, leaving: Household['leaving']) => ({
  ...leaving.namesakeOf(id),
  ...(leaving.has(id) && { leaving: true as const })
});

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
