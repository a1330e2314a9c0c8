import { describe, expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { isRecord } from '#shared/home';
import { Pins } from '../../../../../proxy/server/household/screens/pins';
import { Screens } from '../../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../../proxy/server/household/screens/stored-screens';
import { failure } from '../../../../support/client';
import { FakeClock } from '../../../../support/fake-clock';
import type { LiveClient } from '../../../../support/live-client';
import { memoryFile } from '../../../../support/memory-file';
import { testProxy } from '../../../../support/test-proxy';
import { household, nextActivity, pair, type Household, type SignedIn } from '../managed-household';
import { at, cookieOf, HOME, refusal, restarted, sentTo } from '../owner';

const MINUTE_MS = 60_000;
const PIN = '4711';

/** A clock that a test can advance. */
function movableClock() {
  let passed = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
  return { clock, pass: (ms: number) => void (passed += ms) };
}

/** A proxy with one screen, and a clock that the test advances. */
async function oneScreen() {
  const { clock, pass } = movableClock();
  const proxy = await testProxy({ clock });
  const cookie = await proxy.cookie();
  const call = (method: string, path: string, body?: unknown, own = cookie) =>
    proxy.call(own, method, path, body);
  const unlock = (pin: string, own?: string) => call('POST', '/own/pin/unlock', { pin }, own);
  const lock = () => call('POST', '/own/pin/lock');
  const hasPin = async () => {
    const { json } = await call('GET', '/api/me');
    return isRecord(json) && json['hasPin'] === true;
  };
  return { proxy, cookie, call, unlock, lock, pass, hasPin };
}

/** The same with a PIN, locked. */
async function lockedScreen() {
  const screen = await oneScreen();
  expect((await screen.call('PUT', '/own/pin', { pin: PIN })).status).toBe(204);
  expect((await screen.lock()).status).toBe(204);
  return screen;
}

/** Sets the PIN of a screen of a household, and locks it. */
async function lockByPin({ call }: Pick<Household, 'call'>, { cookie }: SignedIn) {
  expect((await call(cookie, 'PUT', '/own/pin', { pin: PIN })).status).toBe(204);
  expect((await call(cookie, 'POST', '/own/pin/lock')).status).toBe(204);
}

it('a screen with a PIN is refused every route except those that a wall needs, until it is unlocked', async () => {
  const { proxy, call } = await lockedScreen();
  const open: string[] = [];
  for (const name of proxy.routes) {
    const [method = '', url = ''] = name.split(' ');
    const path = url.replace(':id', proxy.id).replace(/:\w+/, 'x').replace('*', 'devices');
    const { json } = await call(method, path);
    const code = isRecord(json) && isRecord(json['error']) ? json['error']['code'] : undefined;
    if (code !== 'pin-needed') open.push(name);
  }
  // What the controller itself would answer is the forward table's business.
  expect(new Set(open.filter((name) => !name.includes('/v2/')))).toEqual(
    new Set([
      'POST /api/controllers/:id/alarms/seen',
      'PUT /api/controllers/:id/sound',
      'GET /*',
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /api/status',
      'GET /api/controllers',
      'GET /api/me',
      'GET /api/controllers/:id/photos',
      'GET /api/controllers/:id/photos/:photo',
      ...['record', 'record/happened', 'record/values'].map((name) => `GET /api/controllers/:id/${name}`),
      'GET /api/controllers/:id/home',
      'GET /api/controllers/:id/layout',
      'GET /api/controllers/:id/scenes',
      'GET /api/controllers/:id/timers',
      'GET /api/controllers/:id/happened',
      'POST /api/controllers/:id/timers',
      'DELETE /api/controllers/:id/timers/:timer',
      'POST /api/controllers/:id/pin/unlock',
      'POST /api/controllers/:id/pin/lock',
      'POST /api/controllers/:id/pin/forgotten'
    ])
  );
});

it('a screen with a PIN shows the home and sends commands without its PIN', async () => {
  const { proxy, cookie, call } = await lockedScreen();
  const home = await call('GET', `/api/controllers/${proxy.id}/home`);
  const { devices } = (home.json as { home: { devices: { id: number; interfaces: string[] }[] } }).home;
  const lamp = devices.find(({ interfaces }) => interfaces.includes('SwitchBinary'))?.id ?? 0;
  const command = { method: 'setStatus', params: { status: true } };
  const of = `/api/controllers/${proxy.id}`;
  expect((await call('POST', `${of}/v2/devices/${lamp}/actions`, command)).status).toBe(200);
  const said = await proxy.live(cookie).say({ commands: [{ device: lamp, ...command }] });
  expect(said.type).toBe('taken');
});

it('a screen with a PIN receives no names of people and phones with the live updates', async () => {
  const home = await household();
  await lockByPin(home, home.tablet);
  const [phone, tablet] = [home.phone, home.tablet].map(({ cookie }) => home.live(cookie, home.id));
  await tablet?.next('controller', ({ state }) => state === 'online');
  await phone?.next('controller', ({ state }) => state === 'online');
  await home.proxy.signIn(at(HOME));
  await nextActivity(phone as LiveClient, 'signed-in');
  expect(tablet?.messages.map(({ type }) => type)).not.toContain('activity');
});

it('a screen with a PIN may change things for five minutes after it was unlocked', async () => {
  const { call, unlock, pass } = await lockedScreen();
  expect((await unlock(PIN)).status).toBe(204);
  pass(5 * MINUTE_MS - 1_000);
  expect((await call('GET', '/own/screens')).status).toBe(200);
  pass(1_000);
  expect(await call('GET', '/own/screens')).toMatchObject(refusal(403, 'pin-needed'));
});

it('a screen with a PIN is unlocked for itself alone', async () => {
  const { proxy, call, unlock, cookie } = await lockedScreen();
  const other = await proxy.cookie();
  expect((await call('PUT', '/own/pin', { pin: PIN }, other)).status).toBe(204);
  expect((await call('POST', '/own/pin/lock', {}, other)).status).toBe(204);
  expect((await unlock(PIN, cookie)).status).toBe(204);
  expect(await call('GET', '/own/screens', undefined, other)).toMatchObject(refusal(403, 'pin-needed'));
});

it('a screen with a PIN stays unlocked for five minutes after its PIN was set, and may change and remove it', async () => {
  const { call, unlock, lock, hasPin } = await oneScreen();
  await call('PUT', '/own/pin', { pin: PIN });
  expect((await call('PUT', '/own/pin', { pin: '00001234' })).status).toBe(204);
  await lock();
  expect(await unlock(PIN)).toMatchObject(refusal(401, 'wrong-pin'));
  expect((await unlock('00001234')).status).toBe(204);
  expect((await call('DELETE', '/own/pin')).status).toBe(204);
  expect(await hasPin()).toBe(false);
  await lock();
  expect((await call('GET', '/own/screens')).status).toBe(200);
});

it('a screen with a PIN takes no more than five of a hundred wrong PINs that come at once, then not even the right one', async () => {
  const { proxy, call, unlock } = await lockedScreen();
  const answers = await Promise.all(Array.from({ length: 100 }, () => unlock('0000')));
  const wrong = answers.filter(({ status }) => status === 401);
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong.length).toBeLessThanOrEqual(5);
  for (const { status } of answers) expect([401, 429]).toContain(status);
  // Those that were under way with another one were refused, and count for nothing.
  while ((await unlock('0000')).status !== 429);
  const refused = await unlock(PIN);
  expect(refused, 'not even the right one').toMatchObject(refusal(429, 'too-many-attempts'));
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  const other = await proxy.cookie();
  await call('PUT', '/own/pin', { pin: PIN }, other);
  expect((await unlock(PIN, other)).status, 'others have attempts of their own').toBe(204);
});

it('a screen with a PIN takes four to eight digits as its PIN, and nothing else', async () => {
  const { call, hasPin } = await oneScreen();
  for (const pin of ['', '123', '123456789', '12a4', ' 1234', '١٢٣٤', 1234])
    expect(await call('PUT', '/own/pin', { pin }), String(pin)).toMatchObject(refusal(400, 'bad-request'));
  expect(await hasPin()).toBe(false);
});

it('the PIN of a household’s screen survives a restart, which locks the screen', async () => {
  const home = await household();
  await home.call(home.tablet.cookie, 'PUT', '/own/pin', { pin: '90817263' });
  const next = await restarted(home);
  expect(await next.call(home.tablet.cookie, 'GET', '/own/screens')).toMatchObject(
    refusal(403, 'pin-needed')
  );
  const wrong = await next.call(home.tablet.cookie, 'POST', '/own/pin/unlock', { pin: '90817264' });
  expect(wrong).toMatchObject(refusal(401, 'wrong-pin'));
  const right = await next.call(home.tablet.cookie, 'POST', '/own/pin/unlock', { pin: '90817263' });
  expect(right.status).toBe(204);
});

it('the PIN of a household’s screen is reset by a managing screen, which sees in the list who has one', async () => {
  const home = await household();
  const { call, phone, tablet } = home;
  await lockByPin(home, tablet);
  for (let count = 0; count < 5; count += 1)
    await call(tablet.cookie, 'POST', '/own/pin/unlock', { pin: '0000' });
  const { json } = await call(phone.cookie, 'GET', '/own/screens');
  const { screens } = json as { screens: { id: string; hasPin?: boolean }[] };
  expect(screens.filter(({ hasPin }) => hasPin).map(({ id }) => id)).toEqual([tablet.id]);

  expect((await call(phone.cookie, 'DELETE', `/own/screens/${tablet.id}/pin`)).status).toBe(204);
  expect((await call(tablet.cookie, 'GET', '/own/screens')).status).toBe(200);
  // The wrong PINs of before do not count for the next one.
  await lockByPin(home, tablet);
  expect((await call(tablet.cookie, 'POST', '/own/pin/unlock', { pin: PIN })).status).toBe(204);
});

it('the PIN of a household’s screen is not reset by a screen that does not manage, nor by one that was signed out', async () => {
  const home = await household();
  const { call, phone, tablet } = home;
  await lockByPin(home, tablet);
  const guest = await pair(home, home.phone);
  const path = `/own/screens/${tablet.id}/pin`;
  expect(await call(guest.cookie, 'DELETE', path)).toMatchObject(refusal(403, 'limited-screen'));
  await call(phone.cookie, 'POST', '/own/sign-out');
  expect(await call(phone.cookie, 'DELETE', path)).toMatchObject(refusal(401, 'not-signed-in'));
  expect(await call(tablet.cookie, 'GET', '/own/screens')).toMatchObject(refusal(403, 'pin-needed'));
});

it('the PIN of a household’s screen is reported to its page when it is set and when it is reset', async () => {
  const { call, phone, tablet, live, id } = await household();
  const page = live(tablet.cookie, id);
  await page.next('screen', ({ hasPin }) => hasPin === undefined);
  await call(tablet.cookie, 'PUT', '/own/pin', { pin: PIN });
  await page.next('screen', ({ hasPin }) => hasPin === true);
  const set = page.messages.length;
  await call(phone.cookie, 'DELETE', `/own/screens/${tablet.id}/pin`);
  await page.next('screen', ({ hasPin }) => hasPin === undefined, set);
});

it('the PIN of a household’s screen stays on the tablet after a sign-in there', async () => {
  const home = await household();
  const { call, proxy, tablet } = home;
  await lockByPin(home, tablet);
  await call(tablet.cookie, 'POST', '/own/pin/unlock', { pin: PIN });
  const answer = await proxy.signIn(at(HOME, { screen: 'Tablet' }), { cookie: tablet.cookie });
  expect(answer).toMatchObject({ status: 200, json: { hasPin: true } });
  await call(cookieOf(answer), 'POST', '/own/pin/lock');
  expect(await call(cookieOf(answer), 'GET', '/own/screens')).toMatchObject(refusal(403, 'pin-needed'));
});

it('the PIN of a household’s screen sends no password to the controller while the screen is not unlocked', async () => {
  const home = await household();
  await lockByPin(home, home.tablet);
  const before = home.other.seen.length;
  const body = at('127.0.0.66', { screen: 'Tablet' });
  const answer = await home.proxy.signIn(body, { cookie: home.tablet.cookie });
  expect(answer).toMatchObject(refusal(403, 'pin-needed'));
  expect(sentTo(home.other.seen.slice(before))).toEqual(new Set());
});

describe('the stored PIN', () => {
  /** The PINs of screens in a file, and a function that adds a screen. */
  function pinsInFile() {
    const clock = new FakeClock();
    const file = memoryFile<StoredScreens>([]);
    const screens = new Screens(file, clock);
    const screen = { name: 'Wall', controller: '0123456789ab', kept: true };
    return { file, pins: new Pins({ screens, clock } as never), add: () => screens.add(screen).screen.id };
  }

  it('is a salted hash: the file has no PIN, and the same PIN of two screens looks different', async () => {
    const { file, pins, add } = pinsInFile();
    for (const id of [add(), add()]) expect((await pins.set(id, '90817263')).ok).toBe(true);
    const stored = await file.read();
    expect(JSON.stringify(stored)).not.toContain('90817263');
    const [one, other] = stored.map(({ pin }) => pin);
    expect(one?.hash).toMatch(/^[\w-]{43}$/);
    expect(one?.hash).not.toBe(other?.hash);
    expect(one?.salt).not.toBe(other?.salt);
  });

  it('is not unlocked by a PIN that is reset while it is checked', async () => {
    const { pins, add } = pinsInFile();
    const id = add();
    await pins.set(id, PIN);
    pins.lock(id);
    const unlocking = pins.unlock(id, PIN);
    pins.remove(id);
    expect(await unlocking).toMatchObject(failure('not-found'));
  });
});
