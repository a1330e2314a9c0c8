import { once } from 'node:events';
import { connect } from 'node:net';
import type { Log } from '../platform/log';
import { systemClock } from '#shared/clock';
import { setTimeout } from 'node:timers/promises';
import { CONTROLLERS_VERSION, storedControllersSchema, type StoredControllers } from '../controllers/known';
import type { LinkReader } from '../controllers/link';
import { FoundControllers } from '../discovery/reply';
import { Search, SEARCH_DURATION_MS, type SearchDeps } from '../discovery/search';
import { succeed } from '#shared/errors';
import { decode } from '../store/sealed-file';
import { note, ok, problem, type Finding } from './finding';

/** How long a controller may take to accept a connection, in ms. */
const CONNECT_TIMEOUT_MS = 3_000;

/** What the check of the controllers depends on. */
interface ControllerFacts {
  /** Content of the stored list of controllers; undefined if there is none, null if it cannot be read. */
  readonly stored: Buffer | null | undefined;
  /** HTTP port of the controllers. */
  readonly port: number;
  readonly links: Pick<LinkReader, 'linkOf'>;
}

/** Checks that each known controller answers at its verified address, with the network card that was learned. Sends nothing. */
export async function checkControllers({
  stored,
  port,
  links
}: ControllerFacts): Promise<readonly Finding[]> {
  const read =
    stored === undefined
      ? succeed([])
      : stored && decode(storedControllersSchema, stored, CONTROLLERS_VERSION);
  if (!read?.ok)
    return [
      note(
        'controllers',
        'They were not checked, because the list of them cannot be read.',
        'Mend the data folder first: see above.'
      )
    ];
  if (read.value.length === 0) return [ok('controllers', 'Nobody has signed in to one yet.')];
  return Promise.all(read.value.map((controller) => checkController(controller, port, links)));
}

async function checkController(
  { name, address, verifiedAddress, links: learned }: StoredControllers[number],
  port: number,
  links: Pick<LinkReader, 'linkOf'>
): Promise<Finding> {
  const subject = `controller ${name}`;
  const at = verifiedAddress ?? address;
  if (!(await accepts(at, port)))
    return problem(
      subject,
      `Nothing answers at ${at}, port ${port}.`,
      'Check its power and its network cable. If it has a new address, Mantel follows it, or open Settings in the app.'
    );
  const link = links.linkOf(at, learned);
  if (learned === null)
    return ok(subject, `It answers at ${at}. Its network card is learned at the next sign-in.`);
  if (!learned.includes(link))
    return problem(
      subject,
      `Another device answers at ${at}: its network card is ${link}, and not ${learned.join(' or ')}.`,
      'Mantel sends nothing there. Give the controller a fixed address in the router, or confirm its new one in the app.'
    );
  return ok(subject, `It answers at ${at}, with the network card that was learned (${link}).`);
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
export async function checkDiscovery(
  search: Pick<SearchDeps, 'prefixes' | 'targets' | 'rule'> & { readonly port: number; readonly log: Log }
): Promise<Finding> {
  const found = new FoundControllers(systemClock);
  const running = new Search({
    ...search,
    clock: systemClock,
    neighbours: () => [],
    onFound: (reply) => found.add(reply)
  });
  running.start();
  await setTimeout(SEARCH_DURATION_MS);
  running.stop();
  const names = found.list().map(({ name, address }) => `${name} at ${address}`);
  if (names.length > 0) return ok('discovery', names.join(', '));
  return note(
    'discovery',
    `No controller answered the search to ${search.targets().join(', ') || 'any network'}.`,
    `Check that box and controller are in the same network, --discovery-prefix, and a firewall (UDP port ${search.port}). Its address can also be typed in the app.`
  );
}
