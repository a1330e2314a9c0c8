import { describe, expect, it } from 'vitest';
import {
  nextStepAt,
  NOBODY,
  SECOND_MOTION_MS,
  STAY_MS,
  stepPresence,
  type PresenceEvent,
  type PresenceRules
} from '../../../src/features/wall-sense/presence';

const RULES: PresenceRules = { wakesOnMotion: true, ignoresPassing: false, wakesAtNight: false };
const STAYING: PresenceRules = { ...RULES, ignoresPassing: true };

/** Plays events by their times in ms. Returns the times at which somebody was noticed. */
function play(
  rules: PresenceRules,
  events: Readonly<Record<number, Exclude<PresenceEvent, 'due'>>>,
  isNight = false
): number[] {
  const noticed: number[] = [];
  let presence = NOBODY;
  const apply = (event: PresenceEvent, at: number) => {
    const step = stepPresence(presence, event, at, { rules, isNight });
    presence = step.presence;
    if (step.isNoticed) noticed.push(at);
  };
  let now = 0;
  const waitUntil = (end: number) => {
    for (
      let next = nextStepAt(presence, now);
      next !== null && next <= end;
      next = nextStepAt(presence, now)
    ) {
      now = next;
      apply('due', now);
    }
    now = end;
  };
  for (const [at, event] of Object.entries(events)) {
    waitUntil(Number(at));
    apply(event, now);
  }
  waitUntil(now + 10 * SECOND_MOTION_MS);
  return noticed;
}

describe('a tablet that wakes on motion', () => {
  it.each([
    [false, []],
    [true, [100]]
  ])('notices a motion at night only if it is to: %j', (wakesAtNight, expected) => {
    expect(play({ ...RULES, wakesAtNight }, { 100: 'moved', 200: 'still' }, true)).toEqual(expected);
  });
});

describe('a tablet that ignores people who only pass', () => {
  it('does not notice one short motion', () => {
    expect(play(STAYING, { 100: 'moved', [100 + STAY_MS - 1]: 'still' })).toEqual([]);
  });

  it('notices a motion that lasts for five seconds', () => {
    expect(play(STAYING, { 100: 'moved' })).toEqual([100 + STAY_MS]);
  });

  it('notices the second motion of a minute at once', () => {
    const events = { 100: 'moved', 1000: 'still', 4000: 'moved', 4500: 'still' } as const;
    expect(play(STAYING, events)).toEqual([4000]);
  });

  it('notices a sensor that reports again while it is triggered', () => {
    expect(play(STAYING, { 100: 'moved', 2000: 'moved', 2500: 'still' })).toEqual([2000]);
  });

  it('does not notice a second motion after more than a minute', () => {
    const first = { 100: 'moved', 1000: 'still' } as const;
    const second = { [101 + SECOND_MOTION_MS]: 'moved', [200 + SECOND_MOTION_MS]: 'still' } as const;
    expect(play(STAYING, { ...first, ...second })).toEqual([]);
  });
});
