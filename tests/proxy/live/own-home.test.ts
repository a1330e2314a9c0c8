import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { LODGER } from '../../support/lamp-house';
import { besideLamps, codeOf } from '../../support/lamp-upstream';

const OFF = { method: 'setStatus', params: { status: false } };
const HOUR_MS = 3_600_000;

/**
 * A home of three lamps, with a scene of all of them, timers of lamp 2 and of both in the hall, and something that happened to each. The
 * lodger, another user of the controller, signed in with his own password and has lamp 1 alone.
 */
async function withLodger() {
  const beside = await besideLamps(3);
  const { upstream, addScreen, post, client, house, pass } = beside;
  const signedIn = await upstream.signIn(LODGER, 'his own');
  expect(signedIn.ok).toBe(true);
  const lodger = addScreen(FULL_RIGHTS, LODGER);
  const ask = async (
    method: string,
    path: string,
    body: object | null,
    headers: object = upstream.headers
  ) => {
    const type = body && { 'content-type': 'application/json' };
    const answer = await upstream.call(path, {
      method,
      headers: { ...headers, ...type },
      ...(body && { body: JSON.stringify(body) })
    });
    const text = await answer.text();
    return { status: answer.status, json: (text === '' ? null : JSON.parse(text)) as unknown };
  };
  const commands = [1, 2, 3].map((device) => ({ device, method: 'setLevel', params: { level: 17 } }));
  expect(await ask('PUT', '/scenes/night', { name: 'Night', icon: 'night', commands })).toMatchObject({
    status: 204
  });
  await ask('POST', '/timers', { device: 2, ...OFF, inMs: HOUR_MS });
  await ask('POST', '/timers', {
    room: 1,
    commands: [1, 3].map((device) => ({ device, ...OFF })),
    inMs: HOUR_MS
  });
  await client().next('commands');
  await lodger.client().next('scenes');
  await post({ commands: [2, 3].map((device) => ({ device, method: 'setLevel', params: { level: 60 } })) });
  await pass(15_000);
  for (const id of [1, 2]) house.set(id, { Level: 70 });
  await pass(500);
  const everything = async () => ({
    scenes: (await ask('GET', '/scenes', null)).json,
    timers: (await ask('GET', '/timers', null)).json
  });
  return { ...beside, lodger, ask, everything };
}

type World = Awaited<ReturnType<typeof withLodger>>;

it('a user of one device reads nothing of the others', async () => {
  const { lodger, ask } = await withLodger();
  const read = async (path: string) => (await ask('GET', path, null, lodger.headers)).json;
  expect(await read('/scenes')).toEqual({ scenes: [] });
  expect(lodger.client().last('scenes')).toMatchObject({ scenes: [] });
  expect(await read('/timers')).toMatchObject({ timers: [{ commands: [{ device: 1 }] }] });
  const told = JSON.stringify([await read('/happened'), lodger.client().messages]);
  expect(told).toContain('"device":1');
  expect(told).not.toMatch(/"device":[23]\b|"Lamp [23]"/);
});

const level = (device: number, model?: string) => ({
  ...{ device, method: 'setLevel', params: { level: 35 } },
  ...(model !== undefined && { model })
});
const scene = (...commands: readonly object[]) => ({ name: 'Night', icon: 'night', commands });
const idOf = async ({ ask }: World, device: number) => {
  const { timers } = (await ask('GET', '/timers', null)).json as {
    timers: { id: string; commands: { device: number }[] }[];
  };
  return timers.find(({ commands }) => commands.some((each) => each.device === device))?.id ?? '';
};

it.each<[string, (world: World) => Promise<unknown>, unknown]>([
  [
    'runs the owner’s scene',
    async ({ lodger }) => codeOf(await lodger.post({ scene: 'night' })),
    'not-found'
  ],
  [
    'puts one in its place',
    ({ ask, lodger }) => ask('PUT', '/scenes/night', scene(level(1)), lodger.headers),
    { status: 404 }
  ],
  ['removes it', ({ ask, lodger }) => ask('DELETE', '/scenes/night', null, lodger.headers), { status: 404 }],
  [
    'plants a scene of the owner’s lamp',
    ({ ask, lodger }) => ask('PUT', '/scenes/mine', scene(level(1), level(2, '12345678')), lodger.headers),
    { status: 404 }
  ],
  [
    'cancels the timer of another lamp',
    async (world) => world.ask('DELETE', `/timers/${await idOf(world, 2)}`, null, world.lodger.headers),
    { status: 404 }
  ],
  [
    'sets a timer for it',
    ({ ask, lodger }) => ask('POST', '/timers', { device: 2, ...OFF, inMs: 5_000 }, lodger.headers),
    { status: 404 }
  ]
])('a user of one device who %s changes nothing of the others', async (_what, act, refused) => {
  const world = await withLodger();
  const before = await world.everything();
  const answer = await act(world);
  if (typeof refused === 'string') expect(answer).toBe(refused);
  else expect(answer).toMatchObject(refused as object);
  await world.pass(500);
  expect(await world.everything()).toMatchObject(JSON.parse(JSON.stringify(before, withoutTime)) as object);
});

/** What is left of a timer changes by itself. */
const withoutTime = (key: string, value: unknown) => (key === 'leftMs' ? undefined : value);

it('a user of one device ends a timer of several for that one alone', async () => {
  const world = await withLodger();
  const id = await idOf(world, 3);
  expect(await world.ask('DELETE', `/timers/${id}`, null, world.lodger.headers)).toMatchObject({
    status: 204
  });
  const { timers } = (await world.ask('GET', '/timers', null)).json as {
    timers: { id: string; commands: object[] }[];
  };
  expect(timers.find((timer) => timer.id === id)?.commands).toMatchObject([{ device: 3 }]);
});
