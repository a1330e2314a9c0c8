import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { LODGER } from '../../../../support/lamp-house';
import { besideLamps, codeOf, level, off, OFF } from '../../../../support/lamp-upstream';

const HOUR_MS = 3_600_000;

/**
 * A home of three lamps, with a scene of all of them, timers of lamp 2 and of both in the hall, and something that happened to each. The
 * lodger, another user of the controller, signed in with his own password and has lamp 1 alone.
 */
async function withLodger() {
  const beside = await besideLamps(3);
  const { upstream, addScreen, post, send, putScene, scenes, timers, client, house, pass } = beside;
  expect((await upstream.signIn(LODGER, 'his own')).ok).toBe(true);
  const lodger = addScreen(FULL_RIGHTS, LODGER);
  expect(await putScene('night', [level(1, 17), level(2, 17), level(3, 17)])).toBe(204);
  await send('POST', '/timers', { device: 2, ...OFF, inMs: HOUR_MS });
  await send('POST', '/timers', { room: 1, commands: off(1, 3), inMs: HOUR_MS });
  await client().next('commands');
  await lodger.client().next('scenes');
  await post({ commands: [level(2, 60), level(3, 60)] });
  await pass(15_000);
  for (const id of [1, 2]) house.set(id, { Level: 70 });
  await pass(500);
  /** What the owner reads, without what changes by itself. */
  const everything = async () => ({
    scenes: await scenes(),
    timers: (await timers()).map((timer) => ({ ...timer, leftMs: undefined }))
  });
  return { ...beside, lodger, everything };
}

type World = Awaited<ReturnType<typeof withLodger>>;

it('a user of one device reads nothing of the others', async () => {
  const { lodger } = await withLodger();
  expect(await lodger.scenes()).toEqual([]);
  expect(lodger.client().last('scenes')).toMatchObject({ scenes: [] });
  expect(await lodger.timers()).toMatchObject([{ commands: [{ device: 1 }] }]);
  const told = JSON.stringify([await lodger.happened(), lodger.client().messages]);
  expect(told).toContain('"device":1');
  expect(told).not.toMatch(/"device":[23]\b|"Lamp [23]"/);
});

const timerOf = async ({ timers }: World, device: number) =>
  (await timers()).find(({ commands }) => commands.some((each) => each.device === device))?.id ?? '';

it.each<[string, (world: World) => Promise<unknown>, unknown]>([
  ['runs an owner’s scene', async ({ lodger }) => codeOf(await lodger.post({ scene: 'night' })), 'not-found'],
  ['puts one in its place', ({ lodger }) => lodger.putScene('night', [level(1, 35)]), 404],
  ['removes it', async ({ lodger }) => (await lodger.send('DELETE', '/scenes/night')).status, 404],
  [
    'plants a scene of the owner’s lamp',
    ({ lodger }) => lodger.putScene('mine', [level(1, 35), { ...level(2, 35), model: '12345678' }]),
    404
  ],
  [
    'cancels the timer of another lamp',
    async (world) => (await world.lodger.send('DELETE', `/timers/${await timerOf(world, 2)}`)).status,
    404
  ],
  [
    'sets a timer for it',
    async ({ lodger }) => (await lodger.send('POST', '/timers', { device: 2, ...OFF, inMs: 5_000 })).status,
    404
  ]
])('a user of one device who %s changes nothing of the others', async (_what, act, refused) => {
  const world = await withLodger();
  const before = await world.everything();
  expect(await act(world)).toBe(refused);
  await world.pass(500);
  expect(await world.everything()).toEqual(before);
});

it('a user of one device ends a timer of several for that one alone', async () => {
  const world = await withLodger();
  const id = await timerOf(world, 3);
  expect((await world.lodger.send('DELETE', `/timers/${id}`)).status).toBe(204);
  const left = (await world.timers()).find((timer) => timer.id === id);
  expect(left?.commands).toMatchObject([{ device: 3 }]);
});
