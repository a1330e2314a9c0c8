import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeTouches } from '../../src/features/home/snapshot/snapshot-touches';

let box: HTMLElement;
let closed: AbortController;
let lead: () => void;

const link = (room: number) => box.querySelector(`a[href="/rooms/${room}"]`);
const isPressed = (room: number) => link(room)?.hasAttribute('data-pressed');
/** The address of the remembered tap. */
const remembered = () => box.dataset['tap'] ?? '';

/** Clicks on a link; returns whether the browser would follow it by itself. */
function click(room: number, init: MouseEventInit = {}): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  let isLeft = false;
  // The page of the tests must stay.
  box.addEventListener(
    'click',
    () => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true }
  );
  link(room)?.dispatchEvent(event);
  return isLeft;
}
const point = (type: string, init: PointerEventInit = {}) =>
  link(1)?.dispatchEvent(new PointerEvent(type, { bubbles: true, ...init }));

beforeEach(() => {
  vi.useFakeTimers();
  box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = '<a href="/rooms/1">Kitchen</a><a href="/rooms/2">Bathroom</a><a>None</a>';
  closed = new AbortController();
  lead = takeTouches(box, closed.signal);
});
afterEach(() => {
  closed.abort();
  box.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('touches on the snapshot press a link at once, until the finger is gone without a click', () => {
  point('pointerdown');
  expect(isPressed(1)).toBe(true);
  expect(box.dataset['held']).toBe('');
  point('pointerup');
  expect(isPressed(1)).toBe(true);
  vi.advanceTimersByTime(100);
  expect(isPressed(1)).toBe(false);
  expect(box.dataset['held']).toBeUndefined();
});

it('touches on the snapshot are remembered when they are a tap: the last one, which stays pressed', () => {
  const told = vi.fn();
  box.addEventListener('tap', told);
  point('pointerdown');
  point('pointerup');
  expect(click(1)).toBe(false);
  expect([remembered(), isPressed(1), box.dataset['held']]).toEqual(['/rooms/1', true, undefined]);
  expect(click(2)).toBe(false);
  expect([remembered(), isPressed(1), isPressed(2)]).toEqual(['/rooms/2', false, true]);
  expect(told).toHaveBeenCalledTimes(2);
});

it('touches on the snapshot press nothing and are no tap once the page scrolls under them', () => {
  point('pointerdown');
  point('pointercancel');
  expect([remembered(), isPressed(1), box.dataset['held']]).toEqual(['', false, undefined]);
});

it.each([
  ['3 s', () => vi.advanceTimersByTime(3_000)],
  [
    'a scroll',
    () => {
      vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1);
      dispatchEvent(new Event('scroll'));
    }
  ],
  ['Escape', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  [
    'hiding the page',
    () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
    }
  ]
])('touches on the snapshot are forgotten after %s', (_, pass) => {
  click(1);
  vi.advanceTimersByTime(2_999);
  expect(remembered()).toBe('/rooms/1');
  const told = vi.fn();
  box.addEventListener('tap', told);
  pass();
  expect([remembered(), isPressed(1)]).toEqual(['', false]);
  expect(told).toHaveBeenCalledOnce();
});

it('touches on the snapshot are not forgotten by the event of a scroll that was before them', () => {
  click(1);
  dispatchEvent(new Event('scroll'));
  expect(remembered()).toBe('/rooms/1');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
  "touches on the snapshot are the browser's own with %o",
  (init) => {
    expect(click(1, init)).toBe(true);
    expect(remembered()).toBe('');
  }
);

it("touches on the snapshot are the browser's own once a link leads at once, and what was remembered is void", () => {
  click(1);
  lead();
  expect(remembered()).toBe('');
  expect(click(2)).toBe(true);
  expect(remembered()).toBe('');
});

it('touches on the snapshot are not taken after the snapshot is gone', () => {
  click(1);
  closed.abort();
  box.dataset['tap'] = '';
  expect(click(2)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
