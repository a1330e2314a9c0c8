import { expect, it } from 'vitest';
import { HEAT_SENSOR } from '../../../support/lamp-house';
import { besideLamps, codeOf, GUEST, level, off, OFF, statesOf } from '../../../support/lamp-upstream';
import { refusal } from '../../../support/test-proxy';

const ON = { method: 'setStatus', params: { status: true } };

/** Three lamps, of which the first senses its own heat, with a screen of room 1: it does not see the sensor. */
async function withHeat(count = 3) {
  const beside = await besideLamps(count, { hasHeat: true });
  const guest = beside.addScreen(GUEST);
  const heat = async (Tripped: boolean) => {
    beside.house.set(HEAT_SENSOR, { Tripped });
    await beside.pass(500);
    beside.house.received.length = 0;
  };
  await beside.client().next('commands');
  return { ...beside, guest, heat };
}

type World = Awaited<ReturnType<typeof withHeat>>;
type Screen = World['guest'];
type Step = (world: World, by: Screen) => unknown;

const nothing = () => undefined;
const timer: Step = (_, { send }) => send('POST', '/timers', { ...level(1, 50), inMs: 10_000 });

/** How lamp 1 is lit while it is too hot: the way, what comes before that, and the answer. */
const WAYS: readonly [string, Step, Step, unknown][] = [
  ['a frame', nothing, async (_, { post }) => codeOf(await post({ commands: [level(1, 50)] })), 'overheated'],
  ['HTTP', nothing, (_, { send }) => send('POST', '/v2/devices/1/actions', ON), refusal(409, 'overheated')],
  ['a timer that is set', nothing, timer, refusal(409, 'overheated')],
  [
    'a timer that is due',
    timer,
    ({ wait }, { client }) => wait(10_000).then(() => client().last('timers')),
    { timers: [{ missed: 'overheated' }] }
  ],
  [
    'a scene of it alone',
    ({ putScene }) => putScene('evening', [level(1, 50)]),
    async (_, { post }) => codeOf(await post({ scene: 'evening' })),
    'overheated'
  ],
  [
    'an undo',
    async ({ pass }, { post }) => {
      await post({ id: 'all', what: 'lights-off', commands: off(1) });
      await pass(1_000);
    },
    async (_, { post }) => codeOf(await post({ undo: 'all' })),
    'overheated'
  ]
];
const BY = ['owner', 'guest'] as const;

it.each(WAYS.flatMap(([way, ...rest]) => BY.map((who) => [way, who, ...rest] as const)))(
  'a lamp that is too hot is not lit by %s of %s',
  async (_way, who, prepare, act, answer) => {
    const world = await withHeat();
    const by = who === 'guest' ? world.guest : world.addScreen();
    await prepare(world, by);
    await world.heat(true);
    expect([await act(world, by)]).toMatchObject([answer]);
    await world.pass(1_000);
    expect(world.house.received).toEqual([]);
  }
);

it('a lamp that is too hot is switched off by a frame, by HTTP and with all lamps, and lit once it is cool', async () => {
  const { heat, post, send, pass, house } = await withHeat();
  await heat(true);
  expect(codeOf(await post({ commands: off(1) }))).toBe('taken');
  await pass(1_000);
  expect((await send('POST', '/v2/devices/1/actions', OFF)).status).toBe(200);
  expect(codeOf(await post({ commands: off(1, 2, 3) }))).toBe('taken');
  await pass(2_000);
  expect(house.received).toEqual([1, 1, 1, 2, 3]);
  await heat(false);
  expect(codeOf(await post({ commands: [level(1, 50)] }))).toBe('taken');
  await pass(1_000);
  expect(house.received).toEqual([1]);
});

it.each<[string, Step, Step]>([
  [
    'a scene',
    ({ putScene }) => putScene('evening', [level(1, 50), level(3, 50)]),
    ({ post }) => post({ scene: 'evening' })
  ],
  [
    'a room’s timer',
    (_, { send }) =>
      send('POST', '/timers', { room: 1, commands: [level(1, 50), level(3, 50)], inMs: 10_000 }),
    ({ wait }) => wait(10_000)
  ],
  [
    'an undo',
    async ({ pass, post }) => {
      await post({ id: 'all', what: 'lights-off', commands: off(1, 3) });
      await pass(1_000);
    },
    ({ post }) => post({ undo: 'all' })
  ]
])('%s leaves out a lamp that is too hot, and does the rest', async (_what, prepare, act) => {
  const world = await withHeat();
  const by = world.addScreen();
  await prepare(world, by);
  await world.heat(true);
  await act(world, by);
  await world.pass(1_000);
  expect(world.house.received).toEqual([3]);
});

it('a queued command is not sent if its lamp is too hot by then', async () => {
  const { post, list, pass, house } = await withHeat(20);
  const lit = Array.from({ length: 19 }, (_, at) => level(at + 2, 50));
  await post({ commands: [...lit, level(1, 50)] });
  await pass(300);
  house.set(HEAT_SENSOR, { Tripped: true });
  await pass(5_000);
  expect(house.received).toHaveLength(19);
  expect(statesOf(await list()).at(-1)).toBe('failed');
});

it('the heat of a lamp itself is no alarm, and reaches a screen that does not see its sensor', async () => {
  const { guest, client, heat } = await withHeat();
  await heat(true);
  const told = await guest
    .client()
    .next('changes', ({ changes }) => changes.some(({ fields }) => fields?.fault));
  expect(told.changes).toContainEqual({ device: 1, fields: { fault: 'overheated' } });
  expect(client().last('alarms')).toMatchObject({ alarms: [] });
});
