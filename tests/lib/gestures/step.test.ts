import { expect, it } from 'vitest';
import { Steps } from '$lib/gestures/step';
import { FakeClock } from '../../support/fake-clock';

const range = { min: 5, max: 30, step: 0.5, page: 5 };

function setUp() {
  const clock = new FakeClock();
  const shown: (number | null)[] = [];
  const sent: number[] = [];
  const steps = new Steps({ show: (value) => shown.push(value), commit: (value) => sent.push(value) }, clock);
  return { clock, shown, sent, steps };
}

it('steps show at once, and their sum is sent 1 s after the last one', () => {
  const { clock, shown, sent, steps } = setUp();
  steps.by(0.5, 21, range);
  clock.pass(999);
  steps.by(0.5, 21, range);
  steps.by(0.5, 21, range);
  clock.pass(999);
  expect(shown).toEqual([21.5, 22, 22.5]);
  expect(sent).toEqual([]);
  clock.pass(1);
  expect(sent).toEqual([22.5]);
});

it('an echo within 2 s of the command does not change the value', () => {
  const { clock, shown, steps } = setUp();
  steps.by(0.5, 21, range);
  clock.pass(1000 + 1999);
  expect(shown.at(-1)).toBe(21.5);
  clock.pass(1);
  expect(shown.at(-1)).toBeNull();
});

it.each([
  [20.3, 0.5, 20.5],
  [20.3, -0.5, 20],
  [20.3, 5, 25],
  [20.5, 0.5, 21],
  [0.3, -0.5, 5],
  [29, 5, 30],
  [29, -100, 5],
  [20.999_999_9, 0.5, 21.5]
])('from %d, a change by %d ends at a multiple of the step in the range: %d', (reported, change, value) => {
  const { shown, steps } = setUp();
  steps.by(change, reported, range);
  expect(shown).toEqual([value]);
});

it('pending steps are sent when the control is removed, and no timer is left', () => {
  const { clock, sent, steps } = setUp();
  steps.by(0.5, 21, range);
  steps.stop();
  expect(sent).toEqual([21.5]);
  expect(clock.waiting).toBe(0);
});
