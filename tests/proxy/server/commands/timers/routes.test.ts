import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { MAX_TIMERS, type DeviceTimer } from '#shared/timers';
import { restoreBackup } from '../../../../../proxy/box/backup/commands';
import { besideLamps, GUEST, off, OFF } from '../../../../support/lamp-upstream';
import { filesNamed } from '../../../../support/sealed-folder';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { refusal, testProxy } from '../../../../support/test-proxy';
import { plainBackUp } from '../../../box/backup/plain';

const MINUTE_MS = 60_000;

/** Lamps, and a way to set timers by HTTP. */
async function withTimers(count: number) {
  const beside = await besideLamps(count);
  const set = (body: object, { send }: Pick<typeof beside, 'send'> = beside) => send('POST', '/timers', body);
  const setOne = async (body: object, by?: Pick<typeof beside, 'send'>) =>
    ((await set(body, by)).json as { timer: DeviceTimer }).timer;
  return { ...beside, set, setOne };
}

it('a timer that is set on one phone counts down on three screens, and acts with no page open', async () => {
  const { setOne, addScreen, connect, client, house, wait, upstream } = await withTimers(2);
  const other = addScreen();
  const timer = await setOne({ device: 1, ...OFF, inMs: 20_000 });
  expect(timer).toMatchObject({ room: null, commands: [{ device: 1, ...OFF }], by: { name: 'test' } });
  for (const screen of [client(), other.client(), connect()]) {
    const { timers } = await screen.next('timers', (message) => message.timers.length === 1);
    expect(timers[0]?.leftMs).toBeGreaterThan(15_000);
    screen.close();
  }
  while (upstream.live.counts().sockets > 0) await new Promise(setImmediate);
  await wait(20_000);
  expect(house.received).toEqual([1]);
  expect(house.device(1)?.params['Status']).toBe(false);
});

it('a timer of a room acts on the devices that it was set for, as one batch of that room', async () => {
  const { setOne, client, house, wait, timers } = await withTimers(4);
  await setOne({ room: 1, commands: off(1, 3), inMs: 10_000 });
  await wait(10_000);
  expect(house.received).toEqual([1, 3]);
  const { batches } = await client().next('commands', (message) => message.batches.length > 0);
  expect(batches).toMatchObject([{ scope: 'room:1', by: { name: 'test' } }]);
  expect(batches[0]?.timer).toBeDefined();
  expect(await timers()).toEqual([]);
});

it('a timer is cancelled by one call from any screen that sees it, and does not act', async () => {
  const { setOne, timers, addScreen, house, wait } = await withTimers(2);
  const one = await setOne({ device: 2, ...OFF, inMs: 10_000 });
  expect((await addScreen().send('DELETE', `/timers/${one.id}`)).status).toBe(204);
  expect(await timers()).toEqual([]);
  await wait(11_000);
  expect(house.received).toEqual([]);
});

it('a timer says that it failed if its device did not reply, until somebody removes it', async () => {
  const { setOne, timers, controller, wait, send, pass } = await withTimers(1);
  controller.on('POST /devices/1/actions', (response) => void response.writeHead(500).end());
  const { id } = await setOne({ device: 1, ...OFF, inMs: 5_000 });
  await wait(5_000);
  await pass(3_000);
  expect(await timers()).toMatchObject([{ id, missed: 'failed', leftMs: 0 }]);
  await send('DELETE', `/timers/${id}`);
  expect(await timers()).toEqual([]);
});

it('a timer can be set to an instant by a page whose clock is right', async () => {
  const { set, setOne, clock } = await withTimers(1);
  const now = clock.now();
  const timer = await setOne({ device: 1, ...OFF, at: now + 90_000, now: now + 59_000 });
  expect(timer.leftMs).toBeGreaterThan(85_000);
  for (const wrong of [-61_000, 61_000])
    expect(await set({ device: 1, ...OFF, at: now + 90_000, now: now + wrong })).toMatchObject(
      refusal(409, 'clock-differs')
    );
});

it.each<[string, object]>([
  ['more than a day ahead', { inMs: 24 * 60 * MINUTE_MS + 1 }],
  ['no time', {}],
  ['a fraction of a millisecond', { inMs: 1500.5 }],
  ['a repetition', { inMs: 5_000, every: 'day' }],
  ['a method that its device does not offer', { inMs: 5_000, method: 'setColor' }]
])('a timer with %s is refused', async (_what, more) => {
  const { set, timers } = await withTimers(1);
  expect((await set({ device: 1, ...OFF, ...more })).status).toBe(400);
  expect(await timers()).toEqual([]);
});

it('a timer for a lock, or for devices of another room, is refused', async () => {
  const { set } = await withTimers(2);
  expect((await set({ device: 0, ...OFF, inMs: 5_000 })).status).toBe(403);
  expect((await set({ room: 1, commands: off(1, 2), inMs: 5_000 })).status).toBe(400);
});

it('a timer is one of a hundred at most, and one of ten changes that a screen makes in a minute', async () => {
  const { set, addScreen } = await withTimers(MAX_TIMERS + 1);
  const other = addScreen();
  let screen = other;
  for (let device = 1; device <= MAX_TIMERS; device++) {
    if (device % 10 === 1) screen = addScreen();
    expect((await set({ device, ...OFF, inMs: MINUTE_MS }, screen)).status).toBe(201);
  }
  const more = { device: MAX_TIMERS + 1, ...OFF, inMs: MINUTE_MS };
  expect(await set(more, screen)).toMatchObject(refusal(429, 'too-many-attempts'));
  expect(await set(more, other)).toMatchObject(refusal(409, 'list-full'));
  expect((await set({ device: 7, ...OFF, inMs: 2 * MINUTE_MS }, other)).status).toBe(201);
});

it('a timer is one of twenty of a limited screen', async () => {
  const { set, addScreen, clock } = await withTimers(41);
  const guest = addScreen(GUEST);
  for (let n = 0; n < 20; n++) {
    expect((await set({ device: 2 * n + 1, ...OFF, inMs: 60 * MINUTE_MS }, guest)).status).toBe(201);
    if (n % 10 === 9) await clock.advance(MINUTE_MS);
  }
  const more = { device: 41, ...OFF, inMs: MINUTE_MS };
  expect(await set(more, guest)).toMatchObject(refusal(409, 'list-full'));
});

it('a timer is not set while the controller does not answer', async () => {
  const { set, controller, client, pass } = await withTimers(1);
  await client().next('commands');
  await controller.disconnect();
  while (client().last('controller')?.state !== 'unreachable') await pass(100);
  expect((await set({ device: 1, ...OFF, inMs: 5_000 })).status).toBe(502);
});

it('a timer is left out by a restore, which says which', async () => {
  const proxy = await testProxy();
  const cookie = await proxy.cookie();
  await proxy.call(cookie, 'POST', '/own/timers', { device: 21, ...OFF, inMs: 30 * MINUTE_MS });
  await proxy.stop();
  const folder = await temporaryFolder();
  const file = join(folder, 'home.backup');
  await plainBackUp(proxy.dataDir, file);
  let said = '';
  const dataDir = join(folder, 'copy');
  const options = { dataDir, plain: false, passphraseFile: undefined, yes: false };
  const print = (text: string) => void (said += text);
  await restoreBackup({ file, now: Date.now(), options, terminal: null, print });
  expect(said).toMatch(/These timers are left out:\n {2}.+, due .+ UTC, set by Kitchen\n/);
  expect(await filesNamed(dataDir, 'timers')).toEqual([]);
});

it('a guest sees, sets and cancels only timers in its rooms, and not who set them', async () => {
  const { setOne, set, timers, addScreen } = await withTimers(4);
  const kitchen = await setOne({ device: 2, ...OFF, inMs: MINUTE_MS });
  const hall = await setOne({ device: 1, ...OFF, inMs: MINUTE_MS });
  const guest = addScreen(GUEST);
  const seen = [{ id: hall.id, by: null }];
  expect(await guest.timers()).toMatchObject(seen);
  expect(await guest.client().next('timers')).toMatchObject({ timers: seen });
  expect((await guest.send('DELETE', `/timers/${kitchen.id}`)).status).toBe(404);
  expect((await set({ device: 2, ...OFF, inMs: MINUTE_MS }, guest)).status).toBe(403);
  expect((await set({ device: 3, ...OFF, inMs: MINUTE_MS }, guest)).status).toBe(201);
  expect((await guest.send('DELETE', `/timers/${hall.id}`)).status).toBe(204);
  expect((await timers()).map(({ commands }) => commands[0]?.device)).toEqual([2, 3]);
});

it('a guest that may only look sets and cancels none', async () => {
  const { setOne, set, addScreen } = await withTimers(1);
  const { id } = await setOne({ device: 1, ...OFF, inMs: MINUTE_MS });
  const guest = addScreen({ ...FULL_RIGHTS, commands: false });
  expect((await set({ device: 1, ...OFF, inMs: 5_000 }, guest)).status).toBe(403);
  expect((await guest.send('DELETE', `/timers/${id}`)).status).toBe(403);
});

it('a guest that loses a room meanwhile has no timer act there any more', async () => {
  const { setOne, upstream, addScreen, house, wait, timers } = await withTimers(2);
  const guest = addScreen(GUEST);
  await setOne({ device: 1, ...OFF, inMs: 10_000 }, guest);
  upstream.screens.change(guest.id, { rights: { ...FULL_RIGHTS, rooms: [2] } });
  await wait(11_000);
  expect(house.received).toEqual([]);
  expect(await timers()).toMatchObject([{ missed: 'not-allowed' }]);
});

it('a guest that is signed out has its timers void, and those who manage are told', async () => {
  const { setOne, upstream, addScreen, house, wait, timers } = await withTimers(1);
  const guest = addScreen(GUEST);
  await setOne({ device: 1, ...OFF, inMs: 10_000 }, guest);
  upstream.screens.end(guest.id);
  expect(await timers()).toEqual([]);
  expect(upstream.activities).toMatchObject([{ kind: 'timers-ended', count: 1, screen: { id: guest.id } }]);
  await wait(11_000);
  expect(house.received).toEqual([]);
});
