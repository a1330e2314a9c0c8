import { isDeepStrictEqual } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startVirtual } from '../../../../../proxy/sources/virtual/start';
import { controllerAt } from '../../../../../tools/support/test-variables';
import type { LiveClient } from '../../../../support/live-client';
import { cookieOf, testProxy } from '../../../../support/test-proxy';

const LAKE = '127.83.9.3';
/** The smoke alarm of the virtual house. */
const SMOKE = 48;

/** A browser that is signed in to two homes with the same ids, and its live connection to the first. */
async function connected() {
  const field = await startVirtual({ isLiving: false, name: 'Field house', host: '127.0.0.1' });
  onTestFinished(() => field.stop());
  const about = { isLiving: false, name: 'Lake house', mac: '02:4d:61:6e:74:9c' };
  const lake = await startVirtual({ ...about, host: LAKE, port: field.port });
  onTestFinished(() => lake.stop());
  const proxy = await testProxy({ argv: controllerAt(field.port), hasDemo: false });
  const signIn = async (address: string, cookie = '') => {
    const headers = { origin: proxy.origin, ...(cookie !== '' && { cookie }) };
    const answer = await proxy.signIn({ controller: undefined, address }, headers);
    const { controller, screen } = answer.json as Record<'controller' | 'screen', { id: string }>;
    return { cookie: cookieOf(answer), id: controller.id, screen: screen.id };
  };
  const first = await signIn('127.0.0.1');
  const other = await signIn(LAKE, first.cookie);
  const live = proxy.live(`${first.cookie}; ${other.cookie}`, first.id);
  return { field, lake, proxy, first, other, live, signIn };
}

/** The message of the other homes that fits. */
const told = (live: LiveClient, homes: readonly object[], from = 0) =>
  live.next('homes', (message) => isDeepStrictEqual(message.homes, homes), from);

it('dangers of another home of the browser are told by word and home within 2 s, and nothing else of it', async () => {
  const { lake, live, other } = await connected();
  const calm = { id: other.id, name: 'Lake house', state: 'online', dangers: [] };
  await told(live, [calm]);
  const since = live.messages.length;
  const at = performance.now();
  lake.setDevice(SMOKE, { params: { Tripped: true } });
  await told(live, [{ ...calm, dangers: ['smoke'] }], since);
  expect(performance.now() - at).toBeLessThan(2_000);
  const own = live.messages.slice(since).filter(({ type }) => type !== 'homes' && type !== 'beat');
  expect(own).toEqual([]);
  lake.setDevice(SMOKE, { params: { Tripped: false } });
  await told(live, [calm], live.messages.length - 1);
});

it('the other homes of a browser are told as they are reached, until it is signed out there', async () => {
  const { lake, live, other, proxy } = await connected();
  await told(live, [{ id: other.id, name: 'Lake house', state: 'online', dangers: [] }]);
  await lake.stop();
  await told(live, [{ id: other.id, name: 'Lake house', state: 'unreachable', dangers: [] }]);
  const since = live.messages.length;
  await proxy.call(other.cookie, 'POST', `/api/controllers/${other.id}/sign-out`);
  await told(live, [], since);
});

it('a screen of another browser, and one of this home alone, are told of no other home', async () => {
  const { proxy, first, signIn, lake } = await connected();
  const alone = proxy.live(first.cookie, first.id);
  const stranger = await signIn('127.0.0.1');
  const elsewhere = proxy.live(stranger.cookie, stranger.id);
  for (const live of [alone, elsewhere]) await live.next('commands');
  lake.setDevice(SMOKE, { params: { Tripped: true } });
  await new Promise((resolve) => setTimeout(resolve, 600));
  for (const live of [alone, elsewhere]) expect(live.messages.map(({ type }) => type)).not.toContain('homes');
});

it('another home that is being forgotten is told as that, with its dangers', async () => {
  const { lake, live, other, proxy } = await connected();
  const home = { id: other.id, name: 'Lake house', state: 'online', dangers: [] };
  await told(live, [home]);
  const path = `/api/controllers/${other.id}/forget`;
  expect((await proxy.call(other.cookie, 'POST', path)).status).toBe(200);
  await told(live, [{ ...home, leaving: true }]);
  lake.setDevice(SMOKE, { params: { Tripped: true } });
  await told(live, [{ ...home, leaving: true, dangers: ['smoke'] }]);
});
