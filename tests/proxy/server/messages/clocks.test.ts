import { expect, it } from 'vitest';
import {
  DOOR,
  everything,
  FAILED,
  MINUTE,
  SMOKE,
  SMOKES,
  TOLD,
  world,
  type DeliveryWorld
} from './delivery-world';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How the clock is set while something lasts. */
const JUMPS = [
  ['−25 years', -25 * 365 * DAY],
  ['−2 h', -2 * HOUR],
  ['+3 h', 3 * HOUR],
  ['+1 day', DAY]
] as const;

/** A duration: what begins, how long it goes before and after the clock is set, and what is told at last. */
interface Duration {
  readonly isCut?: boolean;
  readonly begin: (of: DeliveryWorld) => unknown;
  readonly beforeMs: number;
  readonly after?: (of: DeliveryWorld) => unknown;
  readonly afterMs: number;
  readonly told: (words: readonly string[]) => unknown;
  readonly expected: unknown;
}

const kindsOf = (words: readonly string[]) => words.map((text) => text.split(' | ')[0]);

const DURATIONS: Readonly<Record<string, Duration>> = {
  'tries that fail': {
    isCut: true,
    begin: ({ trip }) => trip(SMOKE),
    beforeMs: 10 * MINUTE,
    afterMs: 2 * MINUTE,
    told: (words) => kindsOf(words)[0],
    expected: '!Smoke: Kitchen'
  },
  'the time for which it lasts': {
    begin: ({ trip }) => trip(SMOKE),
    beforeMs: 4 * MINUTE,
    afterMs: 2 * MINUTE,
    told: (words) => words.at(-1)?.split(' | ')[1]?.split(' · ')[0],
    expected: 'for 5 min'
  },
  'the steps after which it is told again': {
    begin: ({ trip }) => trip(SMOKE),
    beforeMs: 4 * MINUTE,
    afterMs: 6 * MINUTE + 10_000,
    told: ({ length }) => length,
    expected: 5
  },
  'the time in which a sensor flaps': {
    begin: ({ trip }) => {
      trip(SMOKE);
      trip(SMOKE, false);
    },
    beforeMs: 30_000,
    after: ({ trip }) => trip(SMOKE),
    afterMs: 10_000,
    told: ({ length }) => length,
    expected: 1
  },
  'the calm time after which it is over': {
    begin: ({ trip }) => {
      trip(SMOKE);
      trip(SMOKE, false);
    },
    beforeMs: 8 * MINUTE,
    afterMs: MINUTE,
    told: kindsOf,
    expected: ['!Smoke: Kitchen']
  },
  'the time until a reminder': {
    begin: async ({ trip, see, clock }) => {
      trip(SMOKE);
      await clock.advance(2_000);
      await see();
    },
    beforeMs: 20 * MINUTE,
    afterMs: 9 * MINUTE,
    told: kindsOf,
    expected: ['!Smoke: Kitchen', 'Smoke: Kitchen']
  },
  'a drill': {
    begin: ({ alarms }) => alarms.drill('box'),
    beforeMs: 20_000,
    after: ({ alarms }) => expect(alarms.of('box')[0]).not.toHaveProperty('over'),
    afterMs: 20_000,
    told: kindsOf,
    expected: ['!Drill: nobody is in danger']
  },
  'the time until the controller is told as not reached': {
    begin: ({ home }) => home.markLost('unreachable'),
    beforeMs: 4 * MINUTE,
    afterMs: 50_000,
    told: kindsOf,
    expected: []
  }
};

it.each(
  Object.entries(DURATIONS).flatMap(([name, duration]) =>
    JUMPS.map(([jump, ms]) => [name, jump, duration, ms] as const)
  )
)('%s is the same when the clock is set by %s in the middle', async (_name, _jump, duration, jumpMs) => {
  let isCut = duration.isCut === true;
  const of = await world({
    phones: { phone: everything },
    answers: { phone: () => (isCut ? FAILED : TOLD) }
  });
  await duration.begin(of);
  await of.clock.advance(duration.beforeMs);
  of.clock.jump(jumpMs);
  isCut = false;
  await of.clock.advance(1_000);
  await duration.after?.(of);
  await of.clock.advance(duration.afterMs);
  expect(duration.told(of.words('phone'))).toEqual(duration.expected);
});

it('times in words are those of the clock as it is now', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(4 * MINUTE);
  of.clock.jump(3 * HOUR);
  await of.clock.advance(2 * MINUTE);
  expect(of.words('ntfy').at(-1)).toBe('!Smoke: Kitchen | for 5 min · Thu 03:00');
});

it.each([
  ['of the machine what stands counts as noted now, at its step', { id: 'another' }, 2],
  ['of the program the time of its step goes on', {}, 1]
] as const)('after a start %s', async (_name, booted, nextMinutes) => {
  const before = await world();
  before.trip(SMOKE);
  await before.clock.advance(4 * MINUTE);
  before.stop();
  expect(before.on('ntfy'), 'after 0, 1 and 3 min').toHaveLength(3);
  const after = await world({ clock: before.clock, file: before.file, booted });
  after.trip(SMOKE);
  await after.clock.advance(nextMinutes * MINUTE - 5_000);
  expect(after.on('ntfy'), 'not yet').toEqual([]);
  await after.clock.advance(10_000);
  expect(after.on('ntfy')).toHaveLength(1);
  expect(after.got[0]?.[1].tag).toBe(before.got[0]?.[1].tag);
});

it('a program that is ended each minute does not begin the steps again', async () => {
  const { clock, file, stop, trip } = await world();
  trip(SMOKE);
  await clock.advance(MINUTE / 2);
  stop();
  const tags = new Set<string>();
  let rings = 0;
  for (let minute = 0; minute < 30; minute += 1) {
    const of = await world({ clock, file });
    of.trip(SMOKE);
    await of.clock.advance(MINUTE);
    rings += of.on('ntfy').length;
    for (const [, { tag }] of of.got) tags.add(tag);
    of.stop();
  }
  expect({ rings, tagCount: tags.size }, 'after 1, 3, 5, 10 and 20 min').toEqual({ rings: 5, tagCount: 1 });
});

it.each(JUMPS)(
  'after a start of the machine with its clock set by %s an alarm is told again, and its end',
  async (_jump, ms) => {
    const before = await world();
    before.trip(SMOKE);
    before.trip(SMOKES);
    await before.clock.advance(10 * MINUTE);
    before.stop();
    before.clock.jump(ms);
    const booted = { id: 'another', now: () => before.clock.monotonic() - 10 * MINUTE };
    const after = await world({ clock: before.clock, file: before.file, booted });
    after.trip(SMOKE);
    await after.clock.advance(11 * MINUTE);
    expect(after.words('ntfy').at(-1)).toMatch(/^!Smoke: Kitchen \| for .* · /);
    after.trip(SMOKE, false);
    await after.clock.advance(11 * MINUTE);
    expect(after.words('ntfy').at(-1)).toMatch(/^Over · Smoke: Kitchen \| /);
  }
);

it('an armed door that was opened is the same alarm after a start of the machine, until it is seen', async () => {
  const before = await world();
  before.trip(DOOR, false, { Armed: true });
  before.trip(DOOR);
  await before.clock.advance(MINUTE);
  before.stop();
  const after = await world({ clock: before.clock, file: before.file, booted: { id: 'another' } });
  after.trip(DOOR, false, { Armed: true });
  await after.clock.advance(6 * MINUTE);
  expect(after.words('ntfy')).toEqual(['!Armed sensor tripped: Cellar | for 6 min · Thu 00:00']);
});
