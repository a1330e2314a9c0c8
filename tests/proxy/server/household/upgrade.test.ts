import { createServer, request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { AccessControl } from '../../../../proxy/server/household/access-control';
import { Hosts } from '../../../../proxy/server/http/hosts';
import { IDLE_TIMEOUT_MS } from '../../../../proxy/server/household/screens/lifetime';
import { Screens } from '../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../proxy/server/household/screens/stored-screens';
import { memoryFile } from '../../../support/memory-file';
import { FakeClock } from '../../../support/fake-clock';
import { listening } from '../../../support/listening';
import { exchangeRaw, testProxy } from '../../../support/test-proxy';
import { foreignOrigins } from './foreign-origins';

/** A server that admits upgrades and answers with the result. */
async function upgradeServer(origin?: string) {
  const clock = new FakeClock();
  const screens = new Screens(memoryFile<StoredScreens>([]), clock);
  const hosts = new Hosts({ name: 'mantel', origin, certificateNames: () => [] });
  const household = { screens, pins: { isLocked: () => false }, trustedProxies: [] };
  const admission = new AccessControl(household as never, hosts);
  const server = createServer();
  server.on('upgrade', (asked: IncomingMessage, socket) => {
    const admitted = admission.admitUpgrade(asked, '0123456789ab');
    socket.end(`HTTP/1.1 ${admitted.ok ? '299 admitted' : `499 ${admitted.error.code}`}\r\n\r\n`);
  });
  const port = await listening(server);
  const { cookie, screen } = screens.add({
    name: '',
    controller: '0123456789ab',
    user: 'ann',
    kept: false
  });
  const ask = (headers: Record<string, string>) =>
    new Promise<string | undefined>((resolve) => {
      const asking = request({
        port,
        host: '127.0.0.1',
        headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers }
      });
      asking.on('response', ({ statusMessage }) => resolve(statusMessage));
      asking.end();
    });
  const end = () => screens.end(screen.id);
  return { own: `http://127.0.0.1:${port}`, cookie: `mantel=${cookie}`, ask, clock, end };
}

it('an upgrade is refused to every other origin, and without one', async () => {
  const { own, cookie, ask } = await upgradeServer();
  for (const origin of foreignOrigins(own)) expect(await ask({ cookie, origin })).toBe('foreign-origin');
  expect(await ask({ cookie })).toBe('foreign-origin');
  expect(await ask({ cookie, origin: own, 'sec-fetch-site': 'cross-site' })).toBe('foreign-origin');
});

it('an upgrade is refused to an expired cookie, and to one of an ended screen', async () => {
  const { own, cookie, ask, end } = await upgradeServer();
  end();
  expect(await ask({ origin: own, cookie })).toBe('not-signed-in');
  const other = await upgradeServer();
  await other.clock.advance(IDLE_TIMEOUT_MS);
  expect(await other.ask({ origin: other.own, cookie: other.cookie })).toBe('not-signed-in');
});

it('an upgrade requires a secure connection', async () => {
  const { cookie, ask } = await upgradeServer();
  const answer = await ask({ cookie, host: 'mantel.local', origin: 'http://mantel.local' });
  expect(answer).toBe('insecure-origin');
});

it('an upgrade is refused over HTTP/1.0', async () => {
  const { origin, port, id, cookie } = await testProxy();
  const head = [`GET /api/controllers/${id}/live HTTP/1.0`, `Host: 127.0.0.1:${port}`, `Origin: ${origin}`];
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
  const upgrade = [...head, `Cookie: ${await cookie()}`, 'Connection: Upgrade', 'Upgrade: websocket', ...key];
  expect(await exchangeRaw(port, `${upgrade.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

it('an upgrade is admitted through the user’s own TLS proxy', async () => {
  const { cookie, ask } = await upgradeServer('https://panel.example.org');
  const secure = cookie.replace('mantel=', '__Host-mantel=');
  const origin = 'https://panel.example.org';
  expect(await ask({ cookie: secure, host: 'panel.example.org', origin })).toBe('admitted');
  expect(await ask({ cookie, host: 'panel.example.org', origin })).toBe('not-signed-in');
});
