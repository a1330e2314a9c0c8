import { describe, expect, it } from 'vitest';
import {
  nextStepAt,
  NOBODY,
  SECOND_MOTION_MS,
  stepPresence,
  type PresenceEvent,
  type PresenceRules
} from '../../../../src/features/wall/sense/presence';

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
  it('notices a sensor that reports again while it is triggered', () => {
    expect(play(STAYING, { 100: 'moved', 2000: 'moved', 2500: 'still' })).toEqual([2000]);
  });
});
