import { none, reported } from '../../support/figures';
import { randomBytes } from 'node:crypto';
import { livePath } from '#shared/routes';
import type { Scenario } from '../scenario';
import { dial, type Target } from './dial';
import { ATTACKER, withSetup, type AttackSetup } from './setup';

const ANSWER_MS = 1_500;

/** Sends a request and returns the first line of the response, or an empty string if none comes in time. */
async function firstLine(target: Target, text: string): Promise<string> {
  const socket = await dial(target, ATTACKER).catch(() => null);
  if (!socket) return '';
  return new Promise((resolve) => {
    let answer = '';
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      socket.destroy();
    });
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
    socket.write(text);
  });
}

/** What another page or program sends in place of our own page's values. null: the header is missing. */
interface Disguise {
  readonly origin?: string | null;
  readonly host?: string;
  readonly cookie?: string | null;
  readonly site?: string;
}

/** All variations of origin, host, cookie and fetch site. */
function disguisesOf({ target: { host, port }, owner }: AttackSetup): readonly Disguise[] {
  const own = `http://${host}:${port}`;
  const value = owner.cookie.split('=')[1] ?? '';
  const origins = [
    ...[null, 'null', '', 'http://evil.test', `http://${host}`, `http://${host}:${port + 1}`],
    ...[`https://${host}:${port}`, `${own}/`, `${own}.evil.test`, `http://evil.test@${host}:${port}`],
    ...[own.toUpperCase(), `http://localhost.evil.test:${port}`, 'file://', 'chrome-extension://x']
  ];
  const hosts = [
    'evil.test',
    `evil.test:${port}`,
    `${host}.evil.test`,
    '127.1',
    `${host}:99999`,
    '',
    '8.8.8.8'
  ];
  const cookies = [
    ...[null, 'mantel=', `mantel=${randomBytes(32).toString('base64url')}`, `mantel=${value.slice(1)}`],
    ...[
      `mantel=${value}A`,
      `Mantel=${value}`,
      `${owner.cookie}; ${owner.cookie}`,
      `mantel=${value}; mantel=x`
    ],
    ...[`__Host-mantel=x; mantel=${value}`, `mantel="${value}"`, `mantel=${value.toUpperCase()}`]
  ];
  return [
    ...origins.map((origin) => ({ origin })),
    ...hosts.map((other) => ({ host: other })),
    ...cookies.map((cookie) => ({ cookie })),
    ...['cross-site', 'same-site', 'none'].map((site) => ({ site }))
  ];
}

function headOf(setup: AttackSetup, first: string, { origin, host, cookie, site }: Disguise): string[] {
  const { host: own, port } = setup.target;
  const line = (name: string, value: string | null | undefined, otherwise: string) =>
    value === null ? [] : [`${name}: ${value ?? otherwise}`];
  return [
    first,
    ...line('Host', host, `${own}:${port}`),
    ...line('Origin', origin, `http://${own}:${port}`),
    ...line('Cookie', cookie, setup.owner.cookie),
    ...(site === undefined ? [] : [`Sec-Fetch-Site: ${site}`])
  ];
}

/** Attempts with requests that no page of ours sends. */
export const REQUESTS: Readonly<Record<string, Scenario>> = {
  hijack: {
    about:
      'Upgrades and commands with the owner’s cookie and a foreign origin or host, and with invalid cookies',
    run: () =>
      withSetup({}, async (setup) => {
        const { target, owner, controller } = setup;
        const live = `GET ${livePath(owner.controller)} HTTP/1.1`;
        const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
        const command = JSON.stringify({ method: 'setStatus', params: { status: true } });
        const post = `POST ${setup.commandPath(1)} HTTP/1.1`;
        const typed = ['Content-Type: application/json', `Content-Length: ${command.length}`];
        const upgradeBy = (disguise: Disguise) => {
          const key = `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`;
          return firstLine(target, [...headOf(setup, live, disguise), ...upgrade, key, '', ''].join('\r\n'));
        };
        const commandBy = (disguise: Disguise) =>
          firstLine(target, [...headOf(setup, post, disguise), ...typed, '', command].join('\r\n'));
        const before = controller.count('POST /devices');
        const disguises = disguisesOf(setup);
        let [upgraded, commanded] = [0, 0];
        for (const disguise of disguises) {
          if ((await upgradeBy(disguise)).includes(' 101 ')) upgraded++;
          if ((await commandBy(disguise)).includes(' 200 ')) commanded++;
        }
        const reached = controller.count('POST /devices') - before;
        const [own, ownCommand] = [await upgradeBy({}), await commandBy({})];
        return [
          reported('Disguises', disguises.length),
          none('Accepted upgrades', upgraded),
          none('Accepted commands', commanded),
          none('Commands that reached the controller', reached),
          none(
            'Refused requests of our own page',
            [own.includes(' 101 '), ownCommand.includes(' 200 ')].filter((is) => !is).length
          )
        ];
      })
  }
};
