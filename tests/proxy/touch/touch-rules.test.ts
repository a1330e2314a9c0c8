import { expect, it } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { aDevice } from '../../lib/kinds/test-home';
import { LODGER } from '../../support/lamp-house';
import { besideLamps, codeOf, statesOf } from '../../support/lamp-upstream';
import { refusal } from '../../support/test-proxy';
import { openOwner, restarted } from '../access/owner';

const OFF = { method: 'setStatus', params: { status: false } };
const off = (...devices: readonly number[]) => devices.map((device) => ({ device, ...OFF }));

/** Lamps, with a screen that manages and one of room 1, and a way to choose what a touch of a lamp does. */
async function withTouch(count: number) {
  const beside = await besideLamps(count);
  const { upstream, clock, pass } = beside;
  const manager = beside.addScreen(MANAGING_RIGHTS);
  const guest = beside.addScreen({ ...FULL_RIGHTS, rooms: [1] });
  const ask = async (method: string, path: string, body: object, headers = manager.headers) => {
    const sent = {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers }
    };
    const answer = await upstream.call(path, sent);
    return { status: answer.status, json: (await answer.json().catch(() => null)) as unknown };
  };
  const choose = async (device: number, touch: string, headers = manager.headers) =>
    (await ask('PUT', `/touch/${device}`, { touch }, headers)).status;
  const putScene = (...devices: readonly number[]) =>
    ask('PUT', '/scenes/night', { name: 'Night', icon: 'night', commands: off(...devices) });
  const switchOff = async ({ post }: Pick<typeof beside, 'post'>, ...devices: readonly number[]) => {
    await post({ id: 'all', what: 'lights-off', commands: off(...devices) });
    await pass(1_000);
    beside.house.received.length = 0;
  };
  /** Until a timer of ten seconds is due, in steps that its watcher's polls survive. */
  const untilDue = async () => {
    await clock.advance(9_500);
    await pass(1_500);
  };
  return { ...beside, manager, guest, ask, choose, putScene, switchOff, untilDue };
}

type World = Awaited<ReturnType<typeof withTouch>>;
type Step = (world: World, by: World['guest']) => unknown;
const nothing = () => undefined;
const timer: Step = ({ ask }, { headers }) =>
  ask('POST', '/timers', { device: 1, ...OFF, inMs: 10_000 }, headers);

/** How lamp 1 is commanded once it only shows its state: the way, what comes before that, and the answer. */
const WAYS: readonly [string, Step, Step, unknown][] = [
  ['a frame', nothing, async (_, { post }) => codeOf(await post({ commands: off(3, 1) })), 'show-only'],
  [
    'another client',
    nothing,
    ({ ask }, { headers }) => ask('POST', '/v2/devices/1/actions', OFF, headers),
    refusal(403, 'show-only')
  ],
  ['a timer that is set', nothing, timer, refusal(403, 'show-only')],
  [
    'a timer that is due',
    timer,
    ({ untilDue, client }) => untilDue().then(() => client().last('timers')),
    { timers: [{ missed: 'show-only' }] }
  ],
  [
    'a scene',
    ({ putScene }) => putScene(1),
    async (_, { post }) => codeOf(await post({ scene: 'night' })),
    'not-found'
  ],
  [
    'an undo',
    ({ switchOff }, by) => switchOff(by, 1),
    async (_, { post }) => codeOf(await post({ undo: 'all' })),
    'superseded'
  ]
];
const BY = ['manager', 'guest'] as const;

it.each(WAYS.flatMap(([way, ...rest]) => BY.map((who) => [way, who, ...rest] as const)))(
  'a device that only shows its state takes no command by %s of a %s',
  async (_way, who, prepare, act, answer) => {
    const world = await withTouch(3);
    await prepare(world, world[who]);
    expect(await world.choose(1, 'show')).toBe(204);
    expect([await act(world, world[who])]).toMatchObject([answer]);
    await world.pass(1_000);
    expect(world.house.received).toEqual([]);
  }
);

it.each<[string, Step, Step]>([
  ['a scene', ({ putScene }) => putScene(1, 3), ({ post }) => post({ scene: 'night' })],
  [
    'a room’s timer',
    ({ ask }) => ask('POST', '/timers', { room: 1, commands: off(1, 3), inMs: 10_000 }),
    ({ untilDue }) => untilDue()
  ],
  [
    'an undo',
    (world) => world.switchOff(world, 1, 3),
    async ({ list, post }) => {
      expect((await list()).batches).toMatchObject([{ undo: { count: 1, devices: [3] } }]);
      await post({ undo: 'all' });
    }
  ]
])(
  '%s leaves out a device that only shows its state, and carries out the rest',
  async (_what, prepare, act) => {
    const world = await withTouch(3);
    await prepare(world, world.manager);
    await world.choose(1, 'show');
    await act(world, world.manager);
    await world.pass(1_000);
    expect(world.house.received).toEqual([3]);
  }
);

it('a queued command is not sent if its device only shows its state by then', async () => {
  const { post, choose, list, pass, house } = await withTouch(20);
  await post({ commands: off(...Array.from({ length: 20 }, (_, at) => at + 1)) });
  await pass(300);
  await choose(20, 'show');
  await pass(5_000);
  expect(house.received).toHaveLength(19);
  expect(statesOf(await list()).at(-1)).toBe('failed');
});

it.each<[string, (world: World) => Promise<number>, number]>([
  ['a screen that manages', ({ choose }) => choose(1, 'ask'), 204],
  ['a screen without that right', ({ choose, headers }) => choose(1, 'ask', headers), 403],
  ['a guest', ({ choose, guest }) => choose(1, 'ask', guest.headers), 403],
  [
    'a user whose home does not have the device',
    async ({ choose, upstream, addScreen }) => {
      await upstream.signIn(LODGER, 'his own');
      return choose(2, 'ask', addScreen(MANAGING_RIGHTS, LODGER).headers);
    },
    404
  ],
  ['anybody for a lock', ({ choose }) => choose(0, 'show'), 403],
  ['anybody by another word', ({ choose }) => choose(1, 'never'), 400]
])('what a touch does is chosen by %s: see the last column', async (_who, act, status) => {
  const world = await withTouch(2);
  expect(await act(world)).toBe(status);
  expect(world.upstream.touch.controllers).toHaveLength(status === 204 ? 1 : 0);
});

it('what a touch does is told for the devices that a screen sees, and not of one that took over an id', async () => {
  const { choose, client, guest, upstream, post } = await withTouch(3);
  const another = aDevice({ id: 3, type: 'DevShutter', interfaces: ['Shutter'] });
  upstream.touch.put(upstream.controller, another, 'show');
  await choose(2, 'show');
  await choose(1, 'ask');
  const seenBy = async (live: ReturnType<typeof client>) =>
    (await live.next('touch', ({ touch }) => '1' in touch)).touch;
  expect(await seenBy(client())).toEqual({ 1: 'ask', 2: 'show' });
  expect(await seenBy(guest.client())).toEqual({ 1: 'ask' });
  expect(codeOf(await post({ commands: off(1, 3) }))).toBe('taken');
});

it('what a touch does is kept over a restart', async () => {
  const owner = await openOwner();
  const { cookie, id } = await owner.signIn();
  const path = `/api/controllers/${id}/touch/1`;
  expect((await owner.call(cookie, 'PUT', path, { touch: 'show' })).status).toBe(204);
  expect(await (await restarted(owner)).command(cookie, id)).toBe(403);
});
