import { expect, it } from 'vitest';
import { SlidingWindow } from '../../../../../proxy/server/base/platform/sliding-window';
import { FakeClock } from '../../../../support/fake-clock';

it('an event counts until it is exactly as old as the window', async () => {
  const clock = new FakeClock();
  const window = new SlidingWindow(clock, { max: 1, windowMs: 100 });
  window.add();
  expect(window.delay()).toBe(100);
  await clock.advance(99);
  expect(window.delay()).toBe(1);
  await clock.advance(1);
  expect(window.delay()).toBe(0);
});

it('keys and pending events count apart, and an amount is as many events', () => {
  const window = new SlidingWindow(new FakeClock(), { max: 3, windowMs: 100 });
  window.add('one', 2);
  expect([window.delay('one'), window.delay('one', 1), window.delay('other', 2)]).toEqual([0, 100, 0]);
  window.forget('one');
  expect(window.delay('one', 2)).toBe(0);
});
