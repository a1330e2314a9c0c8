import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { livePath } from '#shared/routes';
import { IDLE_TIMEOUT_MS } from '../../../../proxy/server/household/screens/lifetime';
import { LiveClient } from '../../../support/live-client';
import { exchangeRaw, testProxy } from '../../../support/test-proxy';
import { rejectedUpgrade } from '../../../support/upstream-test';
import { foreignOrigins } from './foreign-origins';

/** A proxy with a screen, and the code with which it refuses an upgrade that has these headers. */
async function withScreen(options?: Parameters<typeof testProxy>[0]) {
  const proxy = await testProxy(options);
  const url = proxy.origin.replace('http', 'ws') + livePath(proxy.id);
  const refusalOf = async (headers: Record<string, string>) => {
    const { body } = await rejectedUpgrade(url, headers);
    return (body as { error: { code: string } }).error.code;
  };
  return { ...proxy, url, own: await proxy.cookie(), refusalOf };
}

it('an upgrade is refused to every other origin, and without one', async () => {
  const { origin: own, own: cookie, refusalOf } = await withScreen();
  for (const origin of foreignOrigins(own))
    expect(await refusalOf({ cookie, origin }), origin).toBe('foreign-origin');
  expect(await refusalOf({ cookie })).toBe('foreign-origin');
  expect(await refusalOf({ cookie, origin: own, 'sec-fetch-site': 'cross-site' })).toBe('foreign-origin');
});

it('an upgrade is refused to an expired cookie, and to one of an ended screen', async () => {
  let passed = 0;
  const monotonic = () => systemClock.monotonic() + passed;
  const { origin, own, cookie, call, refusalOf } = await withScreen({ clock: { ...systemClock, monotonic } });
  const other = await cookie();
  await call(own, 'POST', '/own/sign-out');
  expect(await refusalOf({ origin, cookie: own })).toBe('not-signed-in');
  passed = IDLE_TIMEOUT_MS;
  expect(await refusalOf({ origin, cookie: other })).toBe('not-signed-in');
});

it('an upgrade requires a secure connection', async () => {
  const { own: cookie, refusalOf } = await withScreen();
  const insecure = { cookie, host: 'mantel.local', origin: 'http://mantel.local' };
  expect(await refusalOf(insecure)).toBe('insecure-origin');
});

it('an upgrade is refused over HTTP/1.0', async () => {
  const { origin, port, id, own } = await withScreen();
  const head = [`GET ${livePath(id)} HTTP/1.0`, `Host: 127.0.0.1:${port}`, `Origin: ${origin}`];
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
  const upgrade = [...head, `Cookie: ${own}`, 'Connection: Upgrade', 'Upgrade: websocket', ...key];
  expect(await exchangeRaw(port, `${upgrade.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

it('an upgrade is admitted through the user’s own TLS proxy', async () => {
  const origin = 'https://panel.example.org';
  const { own: cookie, url, refusalOf } = await withScreen({ argv: ['--origin', origin] });
  const headers = { host: 'panel.example.org', origin };
  const live = new LiveClient(url, { ...headers, cookie: `__Host-${cookie}` });
  await live.next('beat');
  live.close();
  expect(await refusalOf({ ...headers, cookie })).toBe('not-signed-in');
});
