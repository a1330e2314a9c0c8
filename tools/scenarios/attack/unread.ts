import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { livePath } from '#shared/routes';
import { reported } from '../../support/figures';
import type { Grant } from '../../support/join';
import type { Scenario } from '../scenario';
import { dial } from './dial';
import { homeOf, nthOf } from './prepared-homes';
import { ATTACKER, withSetup, type AttackSetup } from './setup';

/** A home of 5 MB, almost the maximum. */
const LARGE_HOME = homeOf(9_500, 520);
const HOMES = 60;
const PIPELINED = 10;
const WEBSOCKETS = 500;
const SCREENS = 5;

/** How long nothing is read, in ms: longer than the timeout of a response. */
const HELD_MS = 15_000;

/** Sends bytes on `count` connections and reads nothing. */
async function hold(setup: AttackSetup, count: number, bytesOf: (at: number) => string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at++) {
    try {
      const socket = await dial(setup.target, ATTACKER);
      socket.pause();
      socket.write(bytesOf(at));
      sockets.push(socket);
    } catch {
      // The program refused the connection, so it holds no memory for it.
    }
  }
  return sockets;
}

const unread = (
  about: string,
  count: number,
  bytesOf: (setup: AttackSetup, screens: readonly Grant[], at: number) => string
): Scenario => ({
  about,
  run: () =>
    withSetup({ devices: LARGE_HOME }, async (setup) => {
      const screens: Grant[] = [];
      for (let n = 0; n < SCREENS; n++) screens.push(await setup.signIn());
      return setup.measureMemory(() =>
        setup.measureWaits(async () => {
          const sockets = await hold(setup, count, (at) => bytesOf(setup, screens, at));
          await sleep(HELD_MS);
          const open = sockets.filter((socket) => !socket.destroyed).length;
          for (const socket of sockets) socket.destroy();
          return [reported('Accepted connections that were not read', open)];
        })
      );
    })
});

const get = (path: string, host: string, cookie: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${more}\r\n`;

const getHome = ({ target: { host, port } }: AttackSetup, screens: readonly Grant[], at: number) => {
  const { controller, cookie } = nthOf(screens, at);
  return get(`/api/controllers/${controller}/home`, `${host}:${port}`, cookie);
};

/** Attempts of clients that read nothing. */
export const UNREAD: Readonly<Record<string, Scenario>> = {
  'unread-homes': unread(`${HOMES} homes of 5 MB that the client does not read`, HOMES, getHome),
  'pipelined-homes': unread(
    `${HOMES} connections, each with ${PIPELINED} requests for a home of 5 MB that the client does not read`,
    HOMES,
    (setup, screens, at) => getHome(setup, screens, at).repeat(PIPELINED)
  ),
  'unread-sockets': unread(
    `${WEBSOCKETS} WebSockets of ${SCREENS} screens with homes of 5 MB that the client does not read`,
    WEBSOCKETS,
    ({ target: { host, port } }, screens, at) => {
      const { controller, cookie } = nthOf(screens, at);
      const upgrade = [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        `Origin: http://${host}:${port}`
      ];
      return get(livePath(controller), `${host}:${port}`, cookie, `${upgrade.join('\r\n')}\r\n`);
    }
  )
};
