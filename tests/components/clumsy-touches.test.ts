import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import Button from '$lib/components/Button.svelte';
import IconButton from '$lib/components/IconButton.svelte';
import ShutterButtons from '$lib/components/ShutterButtons.svelte';
import Switch from '$lib/components/Switch.svelte';
import { ignoreClumsyTouches } from '../../src/features/wall/clumsy-touches';

let now = 0;
const clock = { now: () => now, monotonic: () => now, after: () => () => undefined };
let button: HTMLButtonElement;
/** What is touched. */
let control: HTMLButtonElement;
let clicks = 0;
let stop: () => void;

beforeEach(() => {
  clicks = 0;
  button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', () => clicks++);
  control = button;
  stop = ignoreClumsyTouches(document, clock);
});
afterEach(() => {
  stop();
  button.remove();
});

const pointer = (type: string, pointerId: number, size = 20) =>
  control.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId, width: size, height: size }));

/** Whether a click acts. Without a detail it is one of the keyboard. */
function click(detail = 1): boolean {
  const before = clicks;
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
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

/** Renders a control that calls `send`; whether a second touch right after the first counts as none. */
const KINDS: readonly (readonly [string, (send: () => void) => unknown, boolean])[] = [
  ['a switch', (send) => render(Switch, { label: 'Lamp', isOn: false, onchange: send }), true],
  ['what asks or runs', (send) => render(Button, { label: 'Undo', isSingle: true, onclick: send }), true],
  [
    'an icon that asks or runs',
    (send) => render(IconButton, { label: 'Lights off', icon: '', isSingle: true, onclick: send }),
    true
  ],
  ['a digit', (send) => render(Button, { label: '1', onclick: send }), false],
  ['an arrow or a stepper', (send) => render(IconButton, { label: 'More', icon: '', onclick: send }), false],
  ['a shutter’s arrow', (send) => render(ShutterButtons, { onopen: send }), false],
  ['a stop', (send) => render(ShutterButtons, { onstop: send }), false]
];
const GAPS_MS = [60, 150, 250, 350];

describe.each(KINDS)('%s', (_, show, isSingle) => {
  let sent = 0;
  beforeEach(async () => {
    sent = 0;
    await show(() => (sent += 1));
    const found = [...document.querySelectorAll('button')].filter((each) => each !== button);
    control = found.find((each) => !each.classList.contains('absent')) ?? button;
  });

  test.each(GAPS_MS)(`sends ${isSingle ? 'once' : 'twice'} for two touches %i ms apart`, (gap) => {
    tap(1);
    now += gap;
    tap(2);
    expect(sent).toBe(isSingle ? 1 : 2);
  });

  test('sends twice for two touches 400 ms apart', () => {
    tap(1);
    now += 400;
    tap(2);
    expect(sent).toBe(2);
  });

  test('sends nothing for a palm, nor for two fingers at once', () => {
    tap(1, 120);
    pointer('pointerdown', 1);
    pointer('pointerdown', 2);
    pointer('pointerup', 2);
    pointer('pointerup', 1);
    click();
    expect(sent).toBe(0);
  });
});

test('a second touch beside the question that the first one opened counts as none', () => {
  button.dataset['single'] = '';
  expect(tap(1)).toBe(true);
  const dialog = document.body.appendChild(document.createElement('dialog'));
  let isClosed = false;
  dialog.addEventListener('click', () => (isClosed = true));
  now += 150;
  dialog.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  expect(isClosed).toBe(false);
  now += 400;
  dialog.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  expect(isClosed).toBe(true);
  dialog.remove();
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
