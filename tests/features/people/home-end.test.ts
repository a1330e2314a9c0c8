import { afterEach, expect, it } from 'vitest';
import { i18n } from '$lib/i18n/i18n.svelte';
import { forgetHome, takeBackHome, timeLeft } from '../../../src/features/people/home-end';
import { PasswordGate } from '../../../src/features/people/password-gate.svelte';
import { ProxyClient } from '../../../src/lib/state/proxy/proxy-client';
import { setupCodeHeaders } from '../../../src/lib/state/sign-in/setup-code';
import { createTestEnvironment, settled } from '../../lib/state/test-environment';

const LAKE = 'ba9876543210';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function aClient() {
  const world = createTestEnvironment();
  const proxy = new ProxyClient(world.environment);
  proxy.home = '0123456789ab';
  return { world, proxy, gate: new PasswordGate(proxy) };
}

afterEach(() => i18n.choose('en'));

it('another home than the shown one is forgotten with the password of that home', async () => {
  const { world, proxy, gate } = aClient();
  const forgotten = forgetHome({ proxy, gate }, LAKE, false);
  await settled();
  await world.proxy.refuse(`/${LAKE}/forget`, 403, 'password-needed');
  expect({ isAsked: gate.isAsked, home: gate.home }).toEqual({ isAsked: true, home: LAKE });
  void gate.type('secret');
  await world.proxy.answer(`/${LAKE}/password`, 204);
  expect(world.proxy.request(`/${LAKE}/forget`).body).toEqual({ now: false });
  await world.proxy.answer(`/${LAKE}/forget`, 200, { goesInMs: 24 * HOUR_MS });
  expect(await forgotten).toEqual({ ok: true, value: { goesInMs: 24 * HOUR_MS } });
});

it('a home is taken back by a screen, or by a code in a header', async () => {
  const { world, proxy } = aClient();
  for (const code of [null, 'ABCDEFGH2345']) {
    const back = takeBackHome(proxy, LAKE, setupCodeHeaders(code));
    await settled();
    const { method, headers } = world.proxy.request(`/${LAKE}/forget`);
    expect({ method, code: headers['mantel-setup-code'] ?? null }).toEqual({ method: 'DELETE', code });
    await world.proxy.answer(`/${LAKE}/forget`, 204);
    expect((await back).ok).toBe(true);
  }
});

it('the time until a home goes is said in hours, and below an hour in minutes', async () => {
  const times = [24 * HOUR_MS, 24 * HOUR_MS - MINUTE_MS, HOUR_MS, 59.2 * MINUTE_MS, MINUTE_MS, 0];
  expect(times.map(timeLeft)).toEqual(['24 hours', '24 hours', '1 hour', '1 hour', '1 minute', '1 minute']);
  expect(timeLeft(12 * MINUTE_MS)).toBe('12 minutes');
  await i18n.choose('uk');
  expect([timeLeft(24 * HOUR_MS), timeLeft(21 * MINUTE_MS)]).toEqual(['24 години', '21 хвилину']);
});
