import { expect, it } from 'vitest';
import { besideLamps, codeOf, GUEST, level, off, OFF } from '../../../../support/lamp-upstream';

const HOUR_MS = 3_600_000;

/**
 * A home of three lamps, with a scene of all of them, timers of lamp 2 and of lamps 1 and 3, and something that happened to each. The guest's
 * screen sees the hall, in which is lamp 1 alone by now.
 */
async function withGuest() {
  const beside = await besideLamps(3);
  const { addScreen, post, send, putScene, scenes, timers, client, house, pass } = beside;
  expect(await putScene('night', [level(1, 17), level(2, 17), level(3, 17)])).toBe(204);
  await send('POST', '/timers', { device: 2, ...OFF, inMs: HOUR_MS });
  await send('POST', '/timers', { room: 1, commands: off(1, 3), inMs: HOUR_MS });
  await client().next('commands');
  house.move(3, 2);
  await pass(500);
  const guest = addScreen(GUEST);
  await guest.client().next('scenes');
  await post({ commands: [level(2, 60), level(3, 60)] });
  await pass(15_000);
  for (const id of [1, 2]) house.set(id, { Level: 70 });
  await pass(500);
  /** What the owner reads, without what changes by itself. */
  const everything = async () => ({
    scenes: await scenes(),
    timers: (await timers()).map((timer) => ({ ...timer, leftMs: undefined }))
  });
  return { ...beside, guest, everything };
}

type World = Awaited<ReturnType<typeof withGuest>>;

it('a screen of one room reads nothing of the others', async () => {
  const { guest } = await withGuest();
  expect(await guest.scenes()).toEqual([]);
  expect(guest.client().last('scenes')).toMatchObject({ scenes: [] });
  expect(await guest.timers()).toMatchObject([{ commands: [{ device: 1 }] }]);
  const told = JSON.stringify([await guest.happened(), guest.client().messages]);
  expect(told).toContain('"device":1');
  expect(told).not.toMatch(/"device":[23]\b|"Lamp [23]"/);
});

const timerOf = async ({ timers }: World, device: number) =>
  (await timers()).find(({ commands }) => commands.some((each) => each.device === device))?.id ?? '';

it.each<[string, (world: World) => Promise<unknown>, unknown]>([
  ['runs a scene of all', async ({ guest }) => codeOf(await guest.post({ scene: 'night' })), 'not-found'],
  ['puts one in its place', ({ guest }) => guest.putScene('night', [level(1, 35)]), 403],
  ['removes it', async ({ guest }) => (await guest.send('DELETE', '/scenes/night')).status, 403],
  [
    'plants a scene of a lamp elsewhere',
    ({ guest }) => guest.putScene('mine', [level(1, 35), { ...level(2, 35), model: '12345678' }]),
    403
  ],
  [
    'cancels the timer of another lamp',
    async (world) => (await world.guest.send('DELETE', `/timers/${await timerOf(world, 2)}`)).status,
    404
  ],
  [
    'sets a timer for it',
    async ({ guest }) => (await guest.send('POST', '/timers', { device: 2, ...OFF, inMs: 5_000 })).status,
    403
  ]
])('a screen of one room that %s changes nothing of the others', async (_what, act, refused) => {
  const world = await withGuest();
  const before = await world.everything();
  expect(await act(world)).toBe(refused);
  await world.pass(500);
  expect(await world.everything()).toEqual(before);
});

it('a screen of one room ends a timer of several devices for those in it alone', async () => {
  const world = await withGuest();
  const id = await timerOf(world, 3);
  expect((await world.guest.send('DELETE', `/timers/${id}`)).status).toBe(204);
  const left = (await world.timers()).find((timer) => timer.id === id);
  expect(left?.commands).toMatchObject([{ device: 3 }]);
});
