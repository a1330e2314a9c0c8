import { beforeEach, expect, it } from 'vitest';
import { PHONE, TimerWorld } from '../../../../support/timer-world';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

let world: TimerWorld;
/** How long after it was set each command was sent, in ms. */
let firedAfter: () => number[];

/** A program with a timer that switches a lamp off in half an hour. */
beforeEach(async () => {
  world = new TimerWorld(1);
  await world.start();
  const begun = world.clock.monotonic();
  expect((await world.set([1], 30 * MINUTE_MS)).ok).toBe(true);
  firedAfter = () => world.fired.map(({ at }) => at - begun);
});

it('a timer acts although there was none for hours before it', async () => {
  await world.timers.cancel(world.one ?? fail(), () => true, PHONE);
  await world.clock.advance(180 * MINUTE_MS);
  await world.set([1], 5 * MINUTE_MS);
  await world.clock.advance(40 * MINUTE_MS);
  expect(firedAfter()).toEqual([185 * MINUTE_MS]);
});

it.each([-YEAR_MS, -MINUTE_MS, MINUTE_MS, YEAR_MS])(
  'a timer acts at its time in the same boot, although the clock jumps by %i ms',
  async (jump) => {
    await world.clock.advance(10 * MINUTE_MS);
    world.clock.jump(jump);
    await world.clock.advance(MINUTE_MS);
    expect(world.one?.at).toBe(world.clock.now() + 19 * MINUTE_MS);
    await world.clock.advance(30 * MINUTE_MS);
    expect(firedAfter()).toEqual([30 * MINUTE_MS]);
  }
);

it.each(['stop', 'kill'] as const)('a timer survives a %s and a start of the program', async (how) => {
  await world.clock.advance(10 * MINUTE_MS);
  world[how]();
  await world.clock.advance(20_000);
  await world.start(3_000);
  await world.clock.advance(30 * MINUTE_MS);
  expect(firedAfter()).toEqual([30 * MINUTE_MS]);
});

it('a timer does not act if the program was off at its time and for a minute after it, and says so', async () => {
  await world.clock.advance(30 * MINUTE_MS - 1_000);
  world.kill();
  await world.clock.advance(MINUTE_MS + 5_000);
  await world.start();
  await world.clock.advance(MINUTE_MS);
  expect({ fired: world.fired, missed: world.one?.missed }).toEqual({ fired: [], missed: 'late' });
});

it.each(['boot-1', 'boot-0'])('a timer does not act after a start as %s, and says so', async (id) => {
  const at = world.one?.at;
  await world.clock.advance(10 * MINUTE_MS);
  world.kill();
  world.reboot(id);
  await world.clock.advance(50_000);
  await world.start();
  await world.clock.advance(40 * MINUTE_MS);
  expect({ fired: world.fired, one: world.one }).toMatchObject({ fired: [], one: { missed: 'reboot', at } });
  world.stop();
  await world.clock.advance(24 * 60 * MINUTE_MS);
  await world.start();
  expect(world.one?.missed).toBe('reboot');
  await world.timers.cancel(world.one ?? fail(), () => true, PHONE);
  expect(world.one).toBeUndefined();
});

it('a timer is not shown for another device that has its id', () => {
  const shownFor = (more: object) => {
    const lamp = world.device(1);
    return world.timers.seenBy({ screen: PHONE, device: () => lamp && { ...lamp, ...more } }).length;
  };
  expect([shownFor({}), shownFor({ type: 'DevBinarySensor', interfaces: ['SensorBinary'] })]).toEqual([1, 0]);
});

it('a timer is not set on a full disk, and the one before it stays', async () => {
  const before = world.one;
  world.disk.isFull = true;
  expect(await world.set([1], MINUTE_MS)).toMatchObject({ ok: false, error: { code: 'not-saved' } });
  expect(world.one).toEqual(before);
});

it('a timer whose firing cannot be noted sends nothing, and says so for twelve hours, or as long after a start of the machine', async () => {
  world.disk.isFull = true;
  await world.clock.advance(31 * MINUTE_MS);
  world.disk.isFull = false;
  await world.clock.advance(10 * MINUTE_MS);
  world.stop();
  world.reboot();
  world.clock.jump(YEAR_MS);
  await world.start();
  await world.clock.advance(719 * MINUTE_MS);
  expect({ fired: world.fired, missed: world.one?.missed }).toEqual({ fired: [], missed: 'not-kept' });
  await world.clock.advance(2 * MINUTE_MS);
  expect(world.one).toBeUndefined();
});

it('a timer does not act twice if the program is killed while it fires', async () => {
  await world.clock.advance(30 * MINUTE_MS);
  expect(world.fired).toHaveLength(1);
  world.kill();
  world.use(1, true);
  await world.start();
  await world.clock.advance(5 * MINUTE_MS);
  expect({ firedCount: world.fired.length, missed: world.one?.missed }).toEqual({
    firedCount: 1,
    missed: 'unknown'
  });
});

it('a timer of a room is void for the lamp that was used, and acts on the others', async () => {
  world = new TimerWorld(2);
  await world.start();
  await world.set([1, 2], 10 * MINUTE_MS, 1);
  world.use(1, false);
  world.use(1, true);
  await world.clock.advance(11 * MINUTE_MS);
  expect(world.fired.map(({ device }) => device)).toEqual([2]);
});

it('a timer sends nothing if its device is as it wants it already', async () => {
  world.use(1, false);
  await world.clock.advance(31 * MINUTE_MS);
  expect({ fired: world.fired, one: world.one }).toEqual({ fired: [], one: undefined });
});

it.each<[string, (ms: number) => void, () => unknown]>([
  ['the controller does not answer', () => world.lose(), () => world.read()],
  ['the program is off', () => world.kill(), () => world.start()],
  ['the machine sleeps', (ms) => world.sleep(ms), () => undefined]
])('a timer acts after two minutes in which %s, and asks after more', async (_what, begin, end) => {
  for (const ms of [100_000, 130_000]) {
    begin(ms);
    await world.clock.advance(ms);
    await end();
    expect(world.one?.hasGap).toBe(ms > 120_000);
  }
  await world.clock.advance(30 * MINUTE_MS);
  expect({ fired: world.fired, missed: world.one?.missed }).toEqual({ fired: [], missed: 'gap' });
});

it('a timer asks the controller once, a minute before it acts, so that tokens are renewed in time', async () => {
  await world.clock.advance(29 * MINUTE_MS - 2_000);
  expect(world.reads).toBe(0);
  await world.clock.advance(4_000);
  expect({ reads: world.reads, fired: world.fired }).toEqual({ reads: 1, fired: [] });
  await world.clock.advance(MINUTE_MS);
  expect({ reads: world.reads, firedCount: world.fired.length }).toEqual({ reads: 1, firedCount: 1 });
});

it('a timer waits a minute for a controller that does not answer at its time, then does not act, and goes with that controller', async () => {
  await world.clock.advance(30 * MINUTE_MS - 5_000);
  world.lose();
  await world.clock.advance(30_000);
  expect(world.timers.trouble(world.one ?? fail())).toBe('unreachable');
  expect({ fired: world.fired, state: world.one?.state }).toEqual({ fired: [], state: 'pending' });
  await world.clock.advance(50_000);
  expect({ fired: world.fired, missed: world.one?.missed }).toEqual({ fired: [], missed: 'unreachable' });
  expect(await world.timers.list.forget(PHONE.controller)).toBe(true);
  expect(world.disk.value.timers).toEqual([]);
});

it('a timer is taken along by a new sign-in of the same browser', async () => {
  const successor = { ...PHONE, id: 'phone-2' };
  world.screen = successor;
  world.ended.emit({ ...PHONE, successor });
  expect(world.one?.screen).toBe('phone-2');
  await world.clock.advance(40 * MINUTE_MS);
  expect(firedAfter()).toEqual([30 * MINUTE_MS]);
});

it('a timer holds its watcher, and nothing runs any more after the last one', async () => {
  expect(world.clock.waiting).toBe(1);
  await world.timers.cancel(world.one ?? fail(), () => true, PHONE);
  expect(world.clock.waiting).toBe(0);
});

function fail(): never {
  throw new Error('There is no timer.');
}
