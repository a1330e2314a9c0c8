import { afterEach, beforeEach, expect, test } from 'vitest';
import { ignoreClumsyTouches } from '../../src/features/wall/clumsy-touches';

let now = 0;
const clock = { now: () => now, monotonic: () => now, after: () => () => undefined };
let button: HTMLButtonElement;
let clicks = 0;
let stop: () => void;

beforeEach(() => {
  clicks = 0;
  button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', () => clicks++);
  stop = ignoreClumsyTouches(document, clock);
});
afterEach(() => {
  stop();
  button.remove();
});

const pointer = (type: string, pointerId: number, size = 20) =>
  button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId, width: size, height: size }));

/** Whether a click acts. Without a detail it is one of the keyboard. */
function click(detail = 1): boolean {
  const before = clicks;
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  return clicks > before;
}

function tap(pointerId: number, size?: number): boolean {
  pointer('pointerdown', pointerId, size);
  pointer('pointerup', pointerId);
  return click();
}

test('two fingers at once act on nothing, and the next one acts again', () => {
  pointer('pointerdown', 1);
  pointer('pointerdown', 2);
  pointer('pointerup', 2);
  pointer('pointerup', 1);
  expect(click()).toBe(false);
  expect(tap(3)).toBe(true);
});

test('a palm acts on nothing', () => {
  expect(tap(1, 120)).toBe(false);
});

test('what a finger drags is cancelled by a second finger, and by a palm at once', () => {
  const cancelled: number[] = [];
  button.addEventListener('pointercancel', ({ pointerId }) => cancelled.push(pointerId));
  pointer('pointerdown', 1);
  expect(cancelled).toEqual([]);
  pointer('pointerdown', 2);
  expect(cancelled).toEqual([1, 2]);
  pointer('pointerup', 1);
  pointer('pointerup', 2);
  pointer('pointerdown', 3, 120);
  expect(cancelled).toEqual([1, 2, 3]);
});

test('a second touch on one control within 400 ms counts as none', () => {
  expect(tap(1)).toBe(true);
  now += 399;
  expect(tap(2)).toBe(false);
  now += 1;
  expect(tap(3)).toBe(true);
});

test('a click by the keyboard always acts', () => {
  pointer('pointerdown', 1);
  pointer('pointerdown', 2);
  expect(click(0)).toBe(true);
});

test('nothing is ignored once it has ended', () => {
  stop();
  expect(tap(1, 120)).toBe(true);
});
