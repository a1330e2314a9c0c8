import { once } from 'node:events';
import { connect } from 'node:net';
import { systemClock } from '#shared/clock';
import { decode } from '../../server/base/store/seal';
import type { CardReader } from '../../server/controllers/card';
import { FoundControllers } from '../../server/controllers/discovery/found-controllers';
import { Search, type SearchDeps } from '../../server/controllers/discovery/search';
import { storedControllersSchema, type StoredControllers } from '../../server/controllers/known';
import { finding, unread, type Finding } from './finding';

/** How long a controller may take to accept a connection, in ms. */
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Checks that each known controller answers at its verified address, with the network card that was learned. Sends nothing.
 * @param stored content of the stored list of controllers; undefined if there is none, null if it cannot be read
 * @param port HTTP port of the controllers
 * @param home the only one that is checked; undefined for all
 */
export async function checkControllers(
  stored: Buffer | null | undefined,
  port: number,
  cards: Pick<CardReader, 'cardOf'>,
  home?: string
): Promise<readonly Finding[]> {
  // A home may be a source, which is in no list.
  const none = home === undefined ? [finding('controllers-none')] : [];
  if (stored === undefined) return none;
  const read = stored && decode(storedControllersSchema, stored);
  if (!read?.ok) return [unread('controllers')];
  const meant = read.value.filter(({ id }) => id === (home ?? id));
  if (meant.length === 0) return none;
  return Promise.all(meant.map((controller) => checkController(controller, port, cards)));
}

async function checkController(
  { name, address, links: learned }: StoredControllers[number],
  port: number,
  cards: Pick<CardReader, 'cardOf'>
): Promise<Finding> {
  if (!(await accepts(address, port))) return finding('controller-silent', { name, address, port });
  if (learned === null) return finding('controller-new', { name, address });
  const card = cards.cardOf(address, learned);
  const values = { name, address, card, learned: learned.join(' or ') };
  return finding(learned.includes(card) ? 'controller' : 'controller-other', values);
}

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Searches for controllers once, for 3 s. */
export async function checkDiscovery(options: Omit<SearchDeps, 'clock' | 'found'>): Promise<Finding> {
  const search = new Search({ ...options, clock: systemClock, found: new FoundControllers(systemClock) });
  const names = (await search.run()).map(({ name, address }) => `${name} at ${address}`);
  const targets = search.targets.join(', ') || 'any network';
  return names.length > 0
    ? finding('discovery', { found: names.join(', ') })
    : finding('discovery-none', { targets, port: options.port });
}
