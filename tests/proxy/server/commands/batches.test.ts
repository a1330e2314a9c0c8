import { expect, it } from 'vitest';
import { allOff, besideLamps, codeOf, statesOf } from '../../../support/lamp-upstream';

it('a batch of 40 lamps reaches every lamp once within ten seconds, without a page', async () => {
  const { post, list, house, pass } = await besideLamps(40);
  expect(await post({ id: 'evening', ...allOff(40) })).toMatchObject({
    type: 'taken',
    id: 'evening',
    batch: { id: 'evening', what: 'lights-off' },
    entries: Array.from({ length: 40 }, (_, at) => ({ id: `evening.${at}` }))
  });
  await pass(10_000);
  expect([...house.received].sort((one, other) => one - other)).toEqual(
    Array.from({ length: 40 }, (_, at) => at + 1)
  );
  expect(new Set(statesOf(await list()))).toEqual(new Set(['confirmed']));
});

it('a batch says that a command is confirmed if its lamp reports the value after the deadline', async () => {
  const { post, list, house, connect, pass } = await besideLamps(1, { isReporting: false });
  const client = connect();
  await post({ id: 'late', ...allOff(1) });
  await pass(8_000);
  expect(statesOf(await list())).toEqual(['unconfirmed']);
  await pass(40_000);
  house.set(1, { Status: false, Level: 0 });
  await pass(500);
  expect(statesOf(await list())).toEqual(['confirmed']);
  const told = client.messages.flatMap((each) => (each.type === 'commands' ? each.entries : []));
  expect(told.map(({ state }) => state).slice(-2)).toEqual(['unconfirmed', 'confirmed']);
});

it('a batch of a repeated id answers with the batch as it is, and sends nothing', async () => {
  const { post, house, pass } = await besideLamps(2);
  await post({ id: 'one', ...allOff(2) });
  await pass(500);
  const again = await post({ id: 'one', ...allOff(1) });
  expect(statesOf(again)).toEqual(['confirmed', 'confirmed']);
  await pass(3_000);
  expect(house.received).toHaveLength(2);
});

it('a batch is refused if another screen has a batch of its id', async () => {
  const { post, addScreen, house, pass } = await besideLamps(2);
  await post({ id: 'same', ...allOff(1) });
  expect(codeOf(await addScreen().post({ id: 'same', ...allOff(2) }))).toBe('bad-request');
  await pass(1_000);
  expect(house.received).toEqual([1]);
});

it('a batch may be one of 500 commands, and its answer fits into a message', async () => {
  const { post, client, pass } = await besideLamps(500);
  expect(codeOf(await post({ id: 'all', expiresMs: 120_000, ...allOff(500) }))).toBe('taken');
  await pass(1_000);
  const named = client().messages.flatMap((message) => (message.type === 'commands' ? message.entries : []));
  expect(new Set(named.map(({ id }) => id)).size).toBe(500);
  for (const message of client().messages.filter(({ type }) => type !== 'home'))
    expect(JSON.stringify(message).length).toBeLessThanOrEqual(64 * 1024);
});

it.each<[string, object, string]>([
  ['no such device', { device: 7777, method: 'setStatus', params: { status: false } }, 'not-found'],
  ['a method that is not offered', { device: 1, method: 'open' }, 'unknown-method'],
  ['invalid parameters', { device: 1, method: 'setLevel', params: { level: 400 } }, 'invalid-params'],
  ['a lock', { device: 0, method: 'setStatus', params: { status: true } }, 'lock-refused']
])('a batch with one command for %s is refused as a whole, and nothing is sent', async (_name, bad, code) => {
  const { post, house, pass } = await besideLamps(2);
  const { commands } = allOff(2);
  expect(await post({ commands: [...commands, bad] })).toMatchObject({
    error: { code, detail: { index: 2 } }
  });
  await pass(1_000);
  expect(house.received).toEqual([]);
});

it.each<[string, Record<string, unknown>]>([
  ['no commands', { commands: [] }],
  ['501 commands', { commands: Array(501).fill({ device: 1, method: 'pulse' }) }],
  ['an id with a slash', { id: 'a/b', ...allOff(1) }],
  ['an expiry of a second less than one', { expiresMs: 999, ...allOff(1) }],
  ['an expiry of more than two minutes', { expiresMs: 120_001, ...allOff(1) }],
  ['no time', { at: undefined, ...allOff(1) }],
  ['an unknown key', { ...allOff(1), more: true }],
  ['commands and an undo', { ...allOff(1), undo: 'x' }],
  ['commands and a scene', { ...allOff(1), scene: 'x' }]
])('a batch with %s is refused', async (_name, frame) => {
  const { post } = await besideLamps(1);
  expect(codeOf(await post(frame))).toBe('bad-request');
});

it('a batch is refused if the controller is not online, and with nothing sent when it is back', async () => {
  const { post, controller, client, house, pass } = await besideLamps(3);
  await client().next('commands');
  await controller.disconnect();
  while (client().last('controller')?.state !== 'unreachable') await pass(100);
  expect(codeOf(await post(allOff(3)))).toBe('controller-unreachable');
  await controller.reconnect();
  await pass(15_000);
  expect(house.received).toEqual([]);
});

it('a batch is refused at once if the home was never read, and sends nothing later', async () => {
  const { client, controller, house, pass } = await besideLamps(1, { isSilent: true });
  await controller.nextRequest('GET /devices');
  const answer = await client().ask({ type: 'commands', id: 'early', at: 0, ...allOff(1) });
  expect(codeOf(answer)).toBe('controller-unreachable');
  controller.cutAll();
  await pass(10_000);
  expect(house.received).toEqual([]);
});

it('a batch fails all that is queued as soon as the controller goes away, and sends nothing of it afterwards', async () => {
  const { post, list, controller, house, pass } = await besideLamps(200);
  await post({ id: 'gone', ...allOff(200) });
  await pass(300);
  await controller.disconnect();
  await pass(2_000);
  const before = house.received.length;
  expect(before).toBeLessThan(40);
  const { entries } = await list();
  const failed = entries.filter(({ state }) => state === 'failed');
  expect(failed.length, 'not each command at its turn').toBeGreaterThan(160);
  expect(new Set(failed.map(({ failure }) => failure?.code))).toEqual(new Set(['controller-unreachable']));
  await controller.reconnect();
  await pass(15_000);
  expect(house.received).toHaveLength(before);
});

it('a batch ends as expired what is not sent in time', async () => {
  const { post, list, house, pass } = await besideLamps(40);
  await post({ expiresMs: 1_000, ...allOff(40) });
  await pass(5_000);
  const states = statesOf(await list());
  expect(states.filter((state) => state === 'confirmed')).toHaveLength(house.received.length);
  expect(states.filter((state) => state === 'expired')).toHaveLength(40 - house.received.length);
});

it('a batch is cancelled by any screen with the right, as far as it is queued', async () => {
  const { post, addScreen, house, pass } = await besideLamps(40);
  await post({ id: 'round', ...allOff(40) });
  await pass(300);
  const { cancelled } = await addScreen().cancel('round');
  const before = house.received.length;
  expect(cancelled + before).toBe(40);
  await pass(5_000);
  expect(house.received).toHaveLength(before);
});

it('a batch is read back by one list a second if the controller only compares', async () => {
  const { post, list, controller, pass } = await besideLamps(12, { isReporting: true, hasPoll: false });
  await list();
  const lists = controller.count('GET /devices');
  await post(allOff(12));
  await pass(4_000);
  expect(new Set(statesOf(await list()))).toEqual(new Set(['confirmed']));
  expect(controller.seen.filter(({ url }) => /^\/devices\/\d+$/.test(url)).length).toBeLessThanOrEqual(4);
  expect(controller.count('GET /devices') - lists).toBeLessThanOrEqual(12 + 6);
});
