import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseJson } from '../../proxy/server/controllers/json';
import type { Search } from './seen';

/** Timeout of a reply, in ms. */
const ANSWER_MS = 1_500;

/** Sends one address a search with a prefix and waits for its reply (document 4.3) [D]. */
export async function search(address: string, port: number, word: string): Promise<Search> {
  const socket = createSocket('udp4');
  let reply: unknown;
  socket.on('error', () => undefined);
  socket.on('message', (message) => (reply ??= parseJson(message)));
  socket.bind(0);
  await once(socket, 'listening');
  socket.send(`${word}${socket.address().port}`, port, address);
  await Promise.race([once(socket, 'message'), pause(ANSWER_MS)]);
  socket.close();
  return { word, reply };
}
