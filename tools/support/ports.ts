import { createSocket } from 'node:dgram';
import { once, type EventEmitter } from 'node:events';
import { createServer } from 'node:net';

/**
 * The usual systems give ports above this range to connections and to servers that name none. A port of this
 * range thus stays free while its program restarts.
 */
const LOWEST = 20_000;
const COUNT = 12_000;

/** The ports that this process was given: one that nothing listens on yet is free too, and must not be given twice. */
const given = new Set<number>();

/** A TCP port of loopback that no other program will be given, also while nothing listens there. */
export const freePort = () => findPort((port) => createServer().listen(port, '127.0.0.1'));

/** A UDP port of all addresses that no other program will be given. */
export const freeUdpPort = () => findPort((port) => createSocket('udp4').bind(port));

/** A socket that begins to listen. */
interface Opened extends EventEmitter {
  close(done: () => void): unknown;
}

async function findPort(open: (port: number) => Opened): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    const opened = open(port);
    const isFree = await once(opened, 'listening').then(
      () => true,
      () => false
    );
    await new Promise<void>((resolve) => opened.close(resolve));
    if (!isFree || given.has(port)) continue;
    given.add(port);
    return port;
  }
}
