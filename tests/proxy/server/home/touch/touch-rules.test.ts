import { expect, it } from 'vitest';
import { MANAGING_RIGHTS } from '#shared/rights';
import { aDevice } from '../../../../lib/kinds/test-home';
import { besideLamps, codeOf, GUEST, off, OFF, statesOf } from '../../../../support/lamp-upstream';
import { refusal } from '../../../../support/test-proxy';
import { openOwner, restarted } from '../../household/owner';

/** Lamps, with a screen that manages and one of room 1. */
async function withTouch(count: number) {
  const beside = await besideLamps(count);
  return { ...beside, manager: beside.addScreen(MANAGING_RIGHTS), guest: beside.addScreen(GUEST) };
}

type World = Awaited<ReturnType<typeof withTouch>>;
type Screen = World['guest'];
type Step = (world: World, by: Screen) => unknown;

/** A screen changes the rule of a device. Resolves with the status. */
const change = async ({ send }: Pick<Screen, 'send'>, device: number, rule: object) =>
  (await send('PUT', `/touch/${device}`, rule)).status;

/** A screen chooses what a touch of a device does. Resolves with the status. */
const choose = (screen: Pick<Screen, 'send'>, device: number, touch: string) =>
  change(screen, device, { touch });

/** A batch that switches these lamps off, and is carried out. */
const switchOff =
  (...devices: readonly number[]): Step =>
  async ({ pass, house }, { post }) => {
    await post({ id: 'all', what: 'lights-off', commands: off(...devices) });
    await pass(1_000);
    house.received.length = 0;
  };

const nothing = () => undefined;
const timer: Step = (_, { send }) => send('POST', '/timers', { device: 1, ...OFF, inMs: 10_000 });

/** How lamp 1 is commanded once it only shows its state: the way, what comes before that, and the answer. */
const WAYS: readonly [string, Step, Step, unknown][] = [
  ['a frame', nothing, async (_, { post }) => codeOf(await post({ commands: off(3, 1) })), 'show-only'],
  ['HTTP', nothing, (_, { send }) => send('POST', '/v2/devices/1/actions', OFF), refusal(403, 'show-only')],
  ['a timer that is set', nothing, timer, refusal(403, 'show-only')],
  [
    'a timer that is due',
    timer,
    ({ wait, client }) => wait(10_000).then(() => client().last('timers')),
    { timers: [{ missed: 'show-only' }] }
  ],
  [
    'a scene',
    ({ putScene }) => putScene('night', off(1)),
    async (_, { post }) => codeOf(await post({ scene: 'night' })),
    'not-found'
  ],
  ['an undo', switchOff(1), async (_, { post }) => codeOf(await post({ undo: 'all' })), 'superseded']
];
const BY = ['manager', 'guest'] as const;

it.each(WAYS.flatMap(([way, ...rest]) => BY.map((who) => [way, who, ...rest] as const)))(
  'a device that only shows its state takes no command by %s of a %s',
  async (_way, who, prepare, act, answer) => {
    const world = await withTouch(3);
    await prepare(world, world[who]);
    expect(await choose(world.manager, 1, 'show')).toBe(204);
    expect([await act(world, world[who])]).toMatchObject([answer]);
    await world.pass(1_000);
    expect(world.house.received).toEqual([]);
  }
);

it.each<[string, Step, Step]>([
  ['a scene', ({ putScene }) => putScene('night', off(1, 3)), ({ post }) => post({ scene: 'night' })],
  [
    'a room’s timer',
    (_, { send }) => send('POST', '/timers', { room: 1, commands: off(1, 3), inMs: 10_000 }),
    ({ wait }) => wait(10_000)
  ],
  [
    'an undo',
    switchOff(1, 3),
    async ({ list, post }) => {
      expect((await list()).batches).toMatchObject([{ undo: { count: 1, devices: [3] } }]);
      await post({ undo: 'all' });
    }
  ]
])('%s leaves out a device that only shows its state, and does the rest', async (_what, prepare, act) => {
  const world = await withTouch(3);
  await prepare(world, world.manager);
  await choose(world.manager, 1, 'show');
  await act(world, world.manager);
  await world.pass(1_000);
  expect(world.house.received).toEqual([3]);
});

it('a queued command is not sent if its device only shows its state by then', async () => {
  const { post, manager, list, pass, house } = await withTouch(20);
  await post({ commands: off(...Array.from({ length: 20 }, (_, at) => at + 1)) });
  await pass(300);
  await choose(manager, 20, 'show');
  await pass(5_000);
  expect(house.received).toHaveLength(19);
  expect(statesOf(await list()).at(-1)).toBe('failed');
});

it.each<[string, (world: World) => Promise<number>, number]>([
  ['a screen that manages', ({ manager }) => choose(manager, 1, 'ask'), 204],
  ['a screen without that right', (world) => choose(world, 1, 'ask'), 403],
  ['a guest', ({ guest }) => choose(guest, 1, 'ask'), 403],
  [
    'a screen that manages, of a device that the home does not have',
    ({ manager }) => choose(manager, 99, 'ask'),
    404
  ],
  [
    'a screen that manages, for leaving',
    ({ manager }) => change(manager, 1, { isOffWhenLeaving: true }),
    204
  ],
  ['a guest, for leaving', ({ guest }) => change(guest, 1, { isOffWhenLeaving: true }), 403],
  ['anybody for a lock', ({ manager }) => choose(manager, 0, 'show'), 403],
  ['anybody by another word', ({ manager }) => choose(manager, 1, 'never'), 400]
])('what a touch does is chosen by %s: see the last column', async (_who, act, status) => {
  const world = await withTouch(2);
  expect(await act(world)).toBe(status);
  expect(world.upstream.touch.controllers).toHaveLength(status === 204 ? 1 : 0);
});

it('what a touch does is told for the devices that a screen sees, and not of one that took over an id', async () => {
  const { manager, client, guest, upstream, post } = await withTouch(3);
  const another = aDevice({ id: 3, type: 'DevShutter', interfaces: ['Shutter'] });
  upstream.touch.put(upstream.controller, another, { touch: 'show' });
  await choose(manager, 2, 'show');
  await choose(manager, 1, 'ask');
  const seenBy = async (live: ReturnType<typeof client>) =>
    (await live.next('touch', ({ touch }) => '1' in touch)).touch;
  expect(await seenBy(client())).toEqual({ 1: { touch: 'ask' }, 2: { touch: 'show' } });
  expect(await seenBy(guest.client())).toEqual({ 1: { touch: 'ask' } });
  expect(codeOf(await post({ commands: off(1, 3) }))).toBe('taken');
});

it('what a touch does is kept over a restart', async () => {
  const owner = await openOwner();
  const { cookie, id } = await owner.signIn();
  const path = `/api/controllers/${id}/touch/1`;
  expect((await owner.call(cookie, 'PUT', path, { touch: 'show' })).status).toBe(204);
  expect(await (await restarted(owner)).command(cookie, id)).toBe(403);
});

it('what leaving turns off is chosen beside a touch, and goes with its home', async () => {
  const { manager, client, upstream } = await withTouch(2);
  const live = client();
  await live.next('touch');
  const steps: readonly (readonly [change: object, rules: object])[] = [
    [{ isOffWhenLeaving: true }, { 1: { isOffWhenLeaving: true } }],
    [{ touch: 'ask' }, { 1: { touch: 'ask', isOffWhenLeaving: true } }],
    [{ touch: 'now' }, { 1: { isOffWhenLeaving: true } }],
    [{ isOffWhenLeaving: false }, {}],
    [{ isOffWhenLeaving: true }, { 1: { isOffWhenLeaving: true } }]
  ];
  for (const [rule, expected] of steps) {
    const from = live.messages.length;
    expect(await change(manager, 1, rule)).toBe(204);
    expect((await live.next('touch', () => true, from)).touch).toEqual(expected);
  }
  expect(await upstream.touch.forget(upstream.controller)).toBe(true);
  expect(upstream.touch.controllers).toEqual([]);
});

it('what leaving turns off is kept over a restart', async () => {
  const owner = await openOwner();
  const { cookie, id } = await owner.signIn();
  const path = `/api/controllers/${id}/touch/1`;
  expect((await owner.call(cookie, 'PUT', path, { isOffWhenLeaving: true })).status).toBe(204);
  const live = (await restarted(owner)).live(cookie, id);
  expect((await live.next('touch', ({ touch }) => '1' in touch)).touch).toEqual({
    1: { isOffWhenLeaving: true }
  });
});
