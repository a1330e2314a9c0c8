import { expect, it } from 'vitest';
import {
  HOME_AFTER_MS,
  IGNORE_INPUT_MS,
  nextStepAt,
  SLEEP_AFTER_MS,
  startIdle,
  stepIdle,
  type IdleEvent,
  type IdleState
} from '../../../../src/lib/state/wall/idle-machine';

const due: IdleEvent = { type: 'due', isHeld: false };
const awake = (at: number): IdleState => stepIdle(startIdle('home', 0), { type: 'touched' }, at);
const asleep = startIdle('asleep', 0);

it('the idle machine of a wall tablet shows the first page a minute after the last touch, and the screensaver after five', () => {
  const used = awake(1000);
  expect(nextStepAt(used)).toBe(1000 + HOME_AFTER_MS);
  const home = stepIdle(used, due, 1000 + HOME_AFTER_MS);
  expect({ phase: home.phase, nextStepAt: nextStepAt(home) }).toEqual({
    phase: 'home',
    nextStepAt: 1000 + SLEEP_AFTER_MS
  });
  const dark = stepIdle(home, due, 1000 + SLEEP_AFTER_MS);
  expect({ phase: dark.phase, nextStepAt: nextStepAt(dark) }).toEqual({ phase: 'asleep', nextStepAt: null });
});

it('the idle machine of a wall tablet sleeps at once when both steps are due, as after a frozen page', () => {
  expect(stepIdle(awake(0), due, SLEEP_AFTER_MS + 1).phase).toBe('asleep');
});

it('the idle machine of a wall tablet starts the wait again with each touch', () => {
  const again = stepIdle(awake(0), { type: 'touched' }, 59_000);
  expect(stepIdle(again, due, 60_000).phase).toBe('awake');
});

it('the idle machine of a wall tablet shows the first page after a waking touch and ignores input for a second', () => {
  const woken = stepIdle(asleep, { type: 'touched' }, 1000);
  expect(woken).toMatchObject({ phase: 'home', ignoresUntil: 1000 + IGNORE_INPUT_MS });
  expect(stepIdle(woken, { type: 'touched' }, 1999)).toBe(woken);
  expect(stepIdle(woken, { type: 'touched' }, 2000).phase).toBe('awake');
});

it.each(['motion', 'alarm'] as const)(
  'the idle machine of a wall tablet ignores no input when it wakes by %s',
  (reason) => {
    const woken = stepIdle(asleep, { type: 'woken', reason }, 1000);
    expect({ phase: woken.phase, ignoresUntil: woken.ignoresUntil }).toEqual({
      phase: 'home',
      ignoresUntil: 1000
    });
    expect(nextStepAt(woken)).toBe(1000 + SLEEP_AFTER_MS);
  }
);

it('the idle machine of a wall tablet postpones the screensaver by a motion, but not the return to the first page', () => {
  const moved = stepIdle(awake(0), { type: 'woken', reason: 'motion' }, 50_000);
  const home = stepIdle(moved, due, HOME_AFTER_MS);
  expect({ phase: home.phase, nextStepAt: nextStepAt(home) }).toEqual({
    phase: 'home',
    nextStepAt: 50_000 + SLEEP_AFTER_MS
  });
});
