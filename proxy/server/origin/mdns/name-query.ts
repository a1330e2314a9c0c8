import type { ResponsePacket } from 'multicast-dns';
import type { RemoteInfo } from 'node:dgram';
import { setTimeout } from 'node:timers/promises';
import { hasConflict, linksOf } from './answer';

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
  const { default: open } = await import('multicast-dns');
  const full = `${name}.local`;
  const uses: NameUse[] = [];
  const sockets = links.map((link) => {
    const socket = open({ interface: link.address, bind: '0.0.0.0' });
    socket.on('error', (error: Error) => uses.push({ state: 'failed', error }));
    socket.on('response', (response: ResponsePacket, { address }: RemoteInfo) => {
      if (link.holds(address) && hasConflict(response, full)) uses.push({ state: 'taken', address });
    });
    return socket;
  });
  try {
    for (const delay of QUERY_DELAYS_MS) {
      await setTimeout(delay);
      for (const socket of sockets) socket.query(full);
    }
    await setTimeout(LAST_WAIT_MS);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return uses.find(({ state }) => state === 'taken') ?? uses[0] ?? { state: 'free' };
}
