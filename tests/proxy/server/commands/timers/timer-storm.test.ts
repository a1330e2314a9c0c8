import { expect, it } from 'vitest';
import { TimerWorld } from '../../../../support/timer-world';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
const LAMPS = 20;

/** A timer that was set, and what may become of it. */
interface Expected {
  readonly device: number;
  readonly dueAt: number;
  /** When it was cancelled, replaced or void, or the machine started again; Infinity for never. */
  voidAt: number;
}

/** Evenly distributed integers below a number, always the same ones. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
}

it('1,000 random timers act once or not at all, never early, never a minute late, never after their end', async () => {
  const random = seeded(4_711);
  const world = new TimerWorld(LAMPS);
  const { clock } = world;
  const expected = new Map<string, Expected>();
  const at = () => clock.monotonic();
  const endAll = (isMeant: (each: Expected) => boolean) => {
    for (const each of expected.values()) if (isMeant(each)) each.voidAt = Math.min(each.voidAt, at());
  };
  const endAllOf = (used: number) => endAll(({ device }) => device === used);
  const stopCopies: (() => void)[] = [];

  async function setOne() {
    const device = 1 + random(LAMPS);
    world.use(device, true);
    endAllOf(device);
    const inMs = 1_000 + random(20 * MINUTE_MS);
    const set = await world.set([device], inMs);
    if (set.ok) expected.set(set.value.id, { device, dueAt: at() + inMs, voidAt: Infinity });
    return set.ok;
  }

  /** The program ends in some way, and starts again after a while. */
  async function restart() {
    if (random(2) === 0) world.kill();
    else world.stop();
    if (random(3) === 0) {
      world.reboot();
      endAll(() => true);
      clock.jump([-clock.now(), -YEAR_MS, YEAR_MS, 0][random(4)] ?? 0);
    }
    await clock.advance(random(4) === 0 ? random(5 * MINUTE_MS) : random(20_000));
    await world.start(random(5_000));
    await clock.advance(random(MINUTE_MS));
  }

  await world.start();
  let set = 0;
  while (set < 1_000) {
    const what = random(20);
    if (what < 10) set += Number(await setOne());
    else if (what === 10) await restart();
    else if (what === 11) clock.jump(random(2) === 0 ? -YEAR_MS : YEAR_MS);
    else if (what === 12) {
      world.disk.isFull = true;
      await clock.advance(random(2 * MINUTE_MS));
      world.disk.isFull = false;
    } else if (what === 13) stopCopies.push(await world.copy());
    else if (what === 14) {
      const device = 1 + random(LAMPS);
      world.use(device, false);
      world.use(device, true);
      endAllOf(device);
    } else await clock.advance(random(MINUTE_MS));
  }
  await clock.advance(25 * MINUTE_MS);
  for (const stop of stopCopies) stop();

  const fired = new Map<string, number>();
  for (const { timer, at: firedAt } of world.fired) {
    const known = expected.get(timer);
    expect(known, 'nobody set this timer').toBeDefined();
    if (!known) continue;
    expect(fired.has(timer), 'it acts once').toBe(false);
    expect(firedAt, 'not early').toBeGreaterThanOrEqual(known.dueAt - 1);
    expect(firedAt, 'not a minute late').toBeLessThanOrEqual(known.dueAt + MINUTE_MS);
    expect(firedAt, 'not after its end').toBeLessThanOrEqual(known.voidAt);
    fired.set(timer, firedAt);
  }
  // The storm is no reason to do nothing.
  const undisturbed = [...expected.values()].filter(({ dueAt, voidAt }) => voidAt > dueAt).length;
  expect(fired.size).toBeGreaterThan(undisturbed / 4);
  expect(fired.size).toBeGreaterThan(100);
});
