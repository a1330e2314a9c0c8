import { expect, it } from 'vitest';
import { throttle } from '$lib/gestures/pace';
import { FakeClock } from '../../support/fake-clock';

function setUp() {
  const clock = new FakeClock();
  const start = clock.monotonic();
  const sent: { at: number; value: number }[] = [];
  const pace = throttle<number>(
    () => 500,
    (value) => sent.push({ at: clock.monotonic() - start, value }),
    clock
  );
  return { clock, sent, pace };
}

it('a value after a pause is sent at once', () => {
  const { clock, sent, pace } = setUp();
  pace.push(1);
  clock.pass(600);
  pace.push(2);
  expect(sent.map(({ at }) => at)).toEqual([0, 600]);
});

it('a waiting value can be sent at once, or dropped', () => {
  const { clock, sent, pace } = setUp();
  pace.push(1);
  pace.push(2);
  pace.flush();
  pace.push(3);
  pace.drop();
  clock.pass(2000);
  expect(sent.map(({ value }) => value)).toEqual([1, 2]);
});
