import { once } from 'node:events';
import { connect } from 'node:net';
import { systemClock } from '#shared/clock';
import { storedControllersSchema, type StoredControllers } from '../../server/controllers/known';
import type { CardReader } from '../../server/controllers/card';
import { FoundControllers } from '../../server/controllers/discovery/reply';
import { Search, type SearchDeps } from '../../server/controllers/discovery/search';
import { decode } from '../../server/base/store/seal';
import { note, ok, problem, unread, type Finding } from './finding';

/** How long a controller may take to accept a connection, in ms. */
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Checks that each known controller answers at its verified address, with the network card that was learned. Sends nothing.
 * @param stored content of the stored list of controllers; undefined if there is none, null if it cannot be read
 * @param port HTTP port of the controllers
 */
export async function checkControllers(
  stored: Buffer | null | undefined,
  port: number,
  cards: Pick<CardReader, 'cardOf'>
): Promise<readonly Finding[]> {
  const none = [ok('controllers', 'Nobody has signed in to one yet.')];
  if (stored === undefined) return none;
  const read = stored && decode(storedControllersSchema, stored);
  if (!read?.ok) return [unread('controllers')];
  if (read.value.length === 0) return none;
  return Promise.all(read.value.map((controller) => checkController(controller, port, cards)));
}

async function checkController(
  { name, address, links: learned }: StoredControllers[number],
  port: number,
  cards: Pick<CardReader, 'cardOf'>
): Promise<Finding> {
  const subject = `controller ${name}`;
  const advice =
    'Check its power and its network cable. If it has a new address, Mantel follows it, or open Settings in the app.';
  if (!(await accepts(address, port)))
    return problem(subject, `Nothing answers at ${address}, port ${port}.`, advice);
  const card = cards.cardOf(address, learned);
  if (learned === null)
    return ok(subject, `It answers at ${address}. Its network card is learned at the next sign-in.`);
  if (!learned.includes(card))
    return problem(
      subject,
      `Another device answers at ${address}: its network card is ${card}, and not ${learned.join(' or ')}.`,
      'Mantel sends nothing there. Give the controller a fixed address in the router, or confirm its new one in the app.'
    );
  return ok(subject, `It answers at ${address}, with the network card that was learned (${card}).`);
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
  if (names.length > 0) return ok('discovery', names.join(', '));
  return note(
    'discovery',
    `No controller answered the search to ${search.targets.join(', ') || 'any network'}.`,
    `Check that box and controller are in the same network, --discovery-prefix, and a firewall (UDP port ${options.port}). Its address can also be typed in the app.`
  );
}
