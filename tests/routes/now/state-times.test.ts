import { expect, test, vi } from 'vitest';
import { fail, succeed } from '#shared/errors';
import type { Device } from '#shared/home';
import type { ClientResult } from '../../../src/lib/state/proxy/failure';
import { StateTimes } from '../../../src/routes/(app)/now/[list]/state-times.svelte';
import { aDimmer, aSensor } from '../../features/bulk-actions/test-devices';
import { settled } from '../../lib/state/test-environment';
import { FakeClock } from '../../support/fake-clock';

const NOW = Date.UTC(2026, 10, 22, 12);
const seconds = (at: number) => at / 1000;

const door = (Tripped: boolean, more: Partial<Device> = {}) => aSensor(1, 'BinaryDoorSensor', Tripped, more);
const lamp = (Level: number) => aDimmer(2, Level);

const history = (...rows: [minutesAgo: number, value: unknown][]) =>
  succeed(rows.map(([minutes, value]) => ({ time: seconds(NOW - minutes * 60_000), value })));
const minutesAgo = (minutes: number) => NOW - minutes * 60_000;

/** Times whose history requests get this answer. */
function setUp(answer: ClientResult<unknown>) {
  const asked: string[] = [];
  const clock = new FakeClock(NOW);
  const answers = { current: answer };
  const times = new StateTimes(clock, async (id, what) => {
    asked.push(`${id} ${what}`);
    return answers.current;
  });
  return { times, asked, clock, answers };
}

test('an open door is open since its last trip, and its history is not read', async () => {
  const { times, asked } = setUp(history());
  const open = door(true, { params: { Tripped: true, lasttrip: seconds(minutesAgo(7)) } });
  times.follow([open], true);
  await settled();
  expect(times.since(open, NOW)).toBe(minutesAgo(7));
  expect(asked).toEqual([]);
});

test('a closed door is closed since the last change of its history', async () => {
  const { times, asked } = setUp(history([90, false], [60, true], [50, false], [20, false]));
  times.follow([door(false)], true);
  await settled();
  expect(asked).toEqual(['1 parameter-history?param=Tripped&limit=100']);
  expect(times.since(door(false), NOW)).toBe(minutesAgo(50));
});

test('a lamp is on since it went on, whatever its level was since', async () => {
  const { times } = setUp(history([90, 0], [60, 20], [30, 55]));
  times.follow([lamp(55)], true);
  await settled();
  expect(times.since(lamp(55), NOW)).toBe(minutesAgo(60));
});

test.each([
  ['shows no other state', door(false), history([90, false], [20, false])],
  ['ends with another state', door(false), history([90, false], [20, true])],
  [
    'misses a later trip',
    door(false, { params: { Tripped: false, lasttrip: seconds(minutesAgo(5)) } }),
    history([90, true], [20, false])
  ],
  ['is empty', door(false), history()],
  ['cannot be read', door(false), succeed('nonsense')],
  ['is refused', door(false), fail('controller-refused', 'no')]
])('the time is unknown if the history %s', async (_, device, answer) => {
  const { times } = setUp(answer);
  times.follow([device], true);
  await settled();
  expect(times.since(device, NOW)).toBeUndefined();
});

test('a device that does not respond has no time', async () => {
  const { times, asked } = setUp(history([90, true], [20, false]));
  const dead = door(false, { alive: false });
  times.follow([dead], true);
  await settled();
  expect({ since: times.since(dead, NOW), asked }).toEqual({ since: undefined, asked: [] });
});

test('a change makes the time unknown until the history was read again', async () => {
  const { times, asked, clock, answers } = setUp(history([90, true], [20, false]));
  times.follow([door(false)], true);
  await settled();
  times.follow([door(true)], true);
  times.follow([door(false)], true);
  expect(times.since(door(false), NOW)).toBeUndefined();

  answers.current = history([90, true], [20, false], [1, true], [0, false]);
  await clock.advance(5000);
  await vi.waitFor(() => expect(times.since(door(false), NOW)).toBe(NOW));
  expect(asked.length).toBeGreaterThan(1);
});

test('without a live link all times are forgotten, and read again after it', async () => {
  const { times, asked } = setUp(history([90, true], [20, false]));
  times.follow([door(false)], true);
  await settled();
  times.follow([door(false)], false);
  expect(times.since(door(false), NOW)).toBeUndefined();
  times.follow([door(false)], true);
  await settled();
  expect(times.since(door(false), NOW)).toBe(minutesAgo(20));
  expect(asked).toHaveLength(2);
});

test('a controller without a history is asked once, and at most three requests are open', async () => {
  const answers: ((result: ClientResult<unknown>) => void)[] = [];
  const times = new StateTimes(new FakeClock(NOW), () => new Promise((resolve) => answers.push(resolve)));
  times.follow(
    Array.from({ length: 10 }, (_, index) => door(false, { id: index + 1 })),
    true
  );
  expect(answers).toHaveLength(3);
  for (const answer of answers)
    answer({ ok: false, error: { code: 'controller-refused', message: '', isAbsent: true } });
  await settled();
  expect(answers).toHaveLength(3);
});
