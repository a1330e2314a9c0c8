import { createSocket } from 'node:dgram';
import { once, type EventEmitter } from 'node:events';
import { createServer } from 'node:net';

/**
 * The usual systems give ports above 32,768 to connections and to servers that name none. A port of this range
 * thus stays free while its program restarts.
 */
const LOWEST = 20_000;
const COUNT = 6_000;

/** A TCP port of loopback that no other program will be given while this process lives, also while nothing listens there. */
export const freePort = () => findPort((port) => createServer().listen(port, '127.0.0.1'));

/** A UDP port of all addresses that no other program will be given while this process lives. */
export const freeUdpPort = () => findPort((port) => createSocket('udp4').bind(port));

/** A socket that begins to listen. */
interface Opened extends EventEmitter {
  close(done: () => void): unknown;
}

async function findPort(open: (port: number) => Opened): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    const claim = createServer().listen(claimOf(port), '127.0.0.1').unref();
    const opened = open(port);
    const isFree = (await Promise.all([claim, opened].map(listens))).every(Boolean);
    await new Promise<void>((resolve) => opened.close(resolve));
    if (isFree) return port;
    claim.close();
  }
}

/** Who listens there has the port: processes that run side by side never give the same one, and an end gives all back. */
const claimOf = (port: number) => port + COUNT;

const listens = (socket: EventEmitter) =>
  once(socket, 'listening').then(
    () => true,
    () => false
  );
