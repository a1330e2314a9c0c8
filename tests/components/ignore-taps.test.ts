import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ignoreTaps } from '../../src/lib/gestures/ignore-taps';
import { systemClock } from '../../src/shared/clock';

let button: HTMLButtonElement;
const tapped = vi.fn();

const send = (type: string) => button.dispatchEvent(new PointerEvent(type, { bubbles: true }));
/** A whole tap; returns how often the button took it. */
function tap(): number {
  tapped.mockClear();
  for (const type of ['pointerdown', 'pointerup', 'click']) send(type);
  return tapped.mock.calls.length;
}

beforeEach(() => {
  vi.useFakeTimers();
  button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', tapped);
  button.addEventListener('pointerdown', tapped);
});
afterEach(() => {
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  button.remove();
});

it('nothing takes a tap for 400 ms', () => {
  ignoreTaps(systemClock, false);
  vi.advanceTimersByTime(399);
  expect(tap()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(tap()).toBe(2);
});

it('a finger that was down, or comes down in that time, does nothing until it is up, nor does its click', () => {
  for (const isHeld of [true, false]) {
    ignoreTaps(systemClock, isHeld);
    if (!isHeld) send('pointerdown');
    vi.advanceTimersByTime(5_000);
    tapped.mockClear();
    send('pointerup');
    send('click');
    expect(tapped).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(tap()).toBe(2);
  }
});
