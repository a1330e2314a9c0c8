import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The usual systems give ports above this range to connections and to servers that name none. A port of this
 * range thus stays free while its program restarts.
 */
const LOWEST = 20_000;
const COUNT = 12_000;

/** A TCP port of loopback that no other program will be given, also while nothing listens there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomPort();
    const server = createServer();
    const isFree = await isListening(server, () => server.listen(port, '127.0.0.1'));
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

/** A UDP port of all addresses that no other program will be given. */
export async function freeUdpPort(): Promise<number> {
  for (;;) {
    const port = randomPort();
    const socket = createSocket('udp4');
    const isFree = await isListening(socket, () => socket.bind(port));
    await new Promise<void>((resolve) => socket.close(resolve));
    if (isFree) return port;
  }
}

const randomPort = () => LOWEST + Math.floor(Math.random() * COUNT);

async function isListening(server: NodeJS.EventEmitter, listen: () => void): Promise<boolean> {
  const listening = once(server, 'listening');
  listen();
  return listening.then(
    () => true,
    () => false
  );
}
