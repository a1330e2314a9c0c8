import { expect, it } from 'vitest';
import { HOLD, Press } from '$lib/gestures/press';
import { FakeClock } from '../../support/fake-clock';

const at = (x: number, y: number, id = 1) => ({ id, x, y });

/** A finger is down at 50, 50. */
function setUp(answersToHold = true) {
  const clock = new FakeClock();
  const log: string[] = [];
  const press = new Press(
    {
      pressed: (isPressed) => log.push(isPressed ? 'pressed' : 'released'),
      hold() {
        log.push('hold');
        return answersToHold;
      },
      swallow: (isSwallowing) => log.push(isSwallowing ? 'swallow clicks' : 'let clicks pass')
    },
    clock
  );
  press.down(at(50, 50));
  return { clock, log, press };
}

it('a press is a hold at 500 ms, not a millisecond before, and while the finger is still down', () => {
  const { clock, log } = setUp();
  clock.pass(HOLD - 1);
  expect(log).toEqual(['pressed']);
  clock.pass(1);
  expect(HOLD).toBe(500);
  expect(log).toEqual(['pressed', 'released', 'hold', 'swallow clicks']);
});

it('a press is no hold if the finger is lifted before', () => {
  const { clock, log, press } = setUp();
  clock.pass(HOLD - 1);
  press.up(at(50, 50));
  clock.pass(HOLD);
  expect(log).toEqual(['pressed', 'released']);
  expect(clock.waiting).toBe(0);
});

it.each([
  [10, 0, true],
  [0, -10, true],
  [7, 7, true],
  [10.1, 0, false],
  [0, 11, false],
  [8, 8, false]
])('a press that moves by (%d, %d) px holds: %s', (dx, dy, isHold) => {
  const { clock, log, press } = setUp();
  press.move(at(50 + dx, 50 + dy));
  clock.pass(HOLD);
  expect(log.includes('hold')).toBe(isHold);
});

it('a press suppresses the click that follows a hold, and no other', () => {
  const { clock, log, press } = setUp();
  clock.pass(HOLD);
  press.up(at(50, 50));
  press.clicked();
  expect(log.at(-1)).toBe('let clicks pass');
  press.clicked();
  expect(log.filter((entry) => entry === 'let clicks pass')).toHaveLength(1);
  expect(clock.waiting).toBe(0);
});

it('a press allows clicks again if none has followed the hold within 300 ms of the release', () => {
  const { clock, log, press } = setUp();
  clock.pass(HOLD + 2000);
  expect(log.at(-1)).toBe('swallow clicks');
  press.up(at(50, 50));
  clock.pass(300);
  expect(log.at(-1)).toBe('let clicks pass');
});

it('a press allows clicks at once when the next finger comes down', () => {
  const { clock, log, press } = setUp();
  clock.pass(HOLD);
  press.up(at(50, 50));
  press.down(at(50, 50, 2));
  expect(log.slice(-2)).toEqual(['let clicks pass', 'pressed']);
});

it('a press suppresses nothing if there is no handler for a hold', () => {
  const { clock, log } = setUp(false);
  clock.pass(HOLD);
  expect(log).not.toContain('swallow clicks');
});

it('a press ends when the browser cancels the touch or a second finger comes down', () => {
  for (const end of ['cancel', 'second finger'] as const) {
    const { clock, log, press } = setUp();
    if (end === 'cancel') press.cancel();
    else press.down(at(80, 50, 2));
    clock.pass(HOLD);
    expect(log, end).toEqual(['pressed', 'released']);
  }
});

it('a press ignores fingers elsewhere', () => {
  const { clock, log, press } = setUp();
  press.move(at(500, 500, 2));
  press.up(at(500, 500, 2));
  clock.pass(HOLD);
  expect(log).toContain('hold');
});
