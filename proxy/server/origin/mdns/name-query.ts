import { setTimeout } from 'node:timers/promises';
import { systemClock } from '#shared/clock';
import { linksOf } from './link';
import { openMdnsSocket } from './mdns-socket';
import { hasConflict, probe } from './records';

/** When a query is sent, in ms from its start, and when it ends. Three times, because multicast may be lost (RFC 6762 8.1). */
const QUERY_DELAYS_MS = [0, 250, 250];
const LAST_WAIT_MS = 500;

/** What a query found: the address of another device with the name, if there is one, or why nothing could be asked. */
export type NameUse =
  | { readonly state: 'free' | 'no-network' }
  | { readonly state: 'taken'; readonly address: string }
  | { readonly state: 'failed'; readonly error: Error };

/**
 * Asks every link by mDNS whether another device has a name. It takes a second, announces nothing and answers nobody.
 * @param name without `.local`
 * @param host the owner's `--host`
 */
export async function queryName(name: string, host: string): Promise<NameUse> {
  const links = linksOf(host);
  if (links.length === 0) return { state: 'no-network' };
  const full = `${name}.local`;
  const uses: NameUse[] = [];
  const opened = await Promise.all(
    links.map((link) =>
      openMdnsSocket(link, {
        name: full,
        clock: systemClock,
        onMessage: (message, { address }) => {
          if (hasConflict(message)) uses.push({ state: 'taken', address });
        }
      })
    )
  );
  const sockets = opened.flatMap((each) => (each instanceof Error ? [] : each));
  for (const delay of QUERY_DELAYS_MS) {
    await setTimeout(delay);
    for (const socket of sockets) void socket.send(probe(full));
  }
  await setTimeout(LAST_WAIT_MS);
  for (const socket of sockets) socket.close();
  const error = opened.find((each) => each instanceof Error);
  return uses[0] ?? (error ? { state: 'failed', error } : { state: 'free' });
}
