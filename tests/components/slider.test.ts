import '../../src/app.css';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import Slider from '$lib/components/Slider.svelte';
import { WHEEL_REST } from '$lib/gestures/slide';
import { PageTouchDriver, placeIn } from './page-touch-driver';

const touch = new PageTouchDriver();
/** Pixels between the handle's first and last position. */
const lengthOf = ({ clientWidth }: Element) => clientWidth - 24;
const valueOf = (slider: Element) => slider.getAttribute('aria-valuenow');

async function setUp(props: Partial<{ value: number; every: number; isDisabled: boolean }> = {}) {
  const sent: number[] = [];
  const onchange = (value: number) => sent.push(value);
  const screen = await render(Slider, { label: 'Lamp', value: 40, onchange, ...props });
  // Room on the screen for every drag, so that the handle moves as far as the finger.
  screen.container.style.width = '250px';
  const slider = screen.getByRole('slider', { name: 'Lamp' });
  return { sent, screen, slider, element: slider.element() };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('has its name and its value', async () => {
  const { slider } = await setUp({ value: 42 });
  await expect.element(slider).toHaveAttribute('aria-valuenow', '42');
  await expect.element(slider).toHaveAttribute('aria-valuemin', '0');
  await expect.element(slider).toHaveAttribute('aria-valuemax', '100');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '42 %');
});

it('is at least 44 px high', async () => {
  const { element } = await setUp();
  expect(element.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

it('a finger that taps the bar takes the value there', async () => {
  const { sent, slider, element } = await setUp();
  await userEvent.click(slider, { position: { x: 12 + 0.9 * lengthOf(element), y: 20 } });
  await expect.element(slider).toHaveAttribute('aria-valuenow', '90');
  expect(sent).toEqual([90]);
});

it('a finger that comes down within 300 ms of a scroll may be there to stop a fling, and sends nothing', async () => {
  const { sent, element } = await setUp();
  const { x: clientX, y: clientY } = placeIn(element, 0.9);
  // At once, because the browser's own touches may come later than that.
  const tap = () => {
    for (const type of ['pointerdown', 'pointerup', 'click'])
      element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX, clientY, pointerType: 'touch' })
      );
  };
  window.dispatchEvent(new Event('scroll'));
  tap();
  await tick();
  expect(sent).toEqual([]);
  expect(valueOf(element)).toBe('40');
  const sentAfterTap = () => {
    tap();
    return sent.length;
  };
  await expect.poll(sentAfterTap, { message: 'once the scroll is over' }).toBe(1);
});

it('a finger that holds the handle has the value in a bubble above it, until it lets go', async () => {
  const { screen, element } = await setUp();
  const { x, y } = placeIn(element);
  await touch.down({ x, y });
  expect(element.querySelector('.slider-bubble')).toBeNull();
  await touch.move({ x: x + 60, y });
  const bubble = element.querySelector('.slider-bubble span');
  expect(bubble?.textContent).toBe(element.getAttribute('aria-valuetext'));
  expect(bubble?.getBoundingClientRect().bottom).toBeLessThanOrEqual(element.getBoundingClientRect().top);
  expect(bubble?.getBoundingClientRect().height).toBe(28);
  await touch.up();
  await tick();
  expect(screen.container.querySelector('.slider-bubble')).toBeNull();
});

it('a finger that scrolls the page from a slider sends nothing', async () => {
  const { sent, screen, slider, element } = await setUp();
  screen.container.style.padding = '400px 0 2000px';
  const { x, y } = placeIn(element);
  const cancelled = new Promise((resolve) =>
    element.addEventListener('pointercancel', resolve, { once: true })
  );
  await touch.down({ x, y });
  await touch.move({ x: x + 20, y: y - 300 }, 0, 20);
  await cancelled;
  await touch.move({ x: x + 150, y: y - 300 });
  await touch.up();
  expect(window.scrollY).toBeGreaterThan(100);
  await expect.element(slider).toHaveAttribute('aria-valuenow', '40');
  expect(sent).toEqual([]);
  window.scrollTo(0, 0);
});

it('a finger has no effect on a disabled slider', async () => {
  const { sent, slider, element } = await setUp({ isDisabled: true });
  const { x, y } = placeIn(element);
  await touch.down({ x, y });
  await touch.move({ x: x + 100, y });
  await touch.up();
  await expect.element(slider).toHaveAttribute('aria-disabled', 'true');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '40');
  expect(sent).toEqual([]);
});

it('keys change it by 1, by 10 and to its ends, and send on release', async () => {
  const { sent, slider, element } = await setUp();
  element.focus();
  await userEvent.keyboard('{ArrowRight>3}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '43 %');
  expect(sent).toEqual([]);
  await userEvent.keyboard('{/ArrowRight}');
  expect(sent).toEqual([43]);
  await userEvent.keyboard('{PageDown}{End}{Home}{ArrowUp}');
  expect(sent).toEqual([43, 33, 100, 0, 1]);
});

it('the wheel scrolls the page, not the slider, even if that has the focus', async () => {
  const { sent, screen, slider, element } = await setUp();
  screen.container.style.paddingBottom = '2000px';
  element.focus();
  const wheel = new WheelEvent('wheel', { deltaY: 120, bubbles: true, cancelable: true });
  element.dispatchEvent(wheel);
  vi.advanceTimersByTime(5000);
  expect(wheel.defaultPrevented).toBe(false);
  await expect.element(slider).toHaveAttribute('aria-valuenow', '40');
  expect(sent).toEqual([]);
});

it('a horizontal wheel on a focused slider changes it, and sends when it rests', async () => {
  const { sent, element } = await setUp();
  const turn = () =>
    element.dispatchEvent(new WheelEvent('wheel', { deltaX: 40, bubbles: true, cancelable: true }));
  turn();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
  element.focus();
  turn();
  turn();
  vi.advanceTimersByTime(WHEEL_REST - 1);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([42]);
});

it('a throttled slider sends during the movement, at most every 500 ms, and the last value always', async () => {
  const { sent, element } = await setUp({ value: 0, every: 500 });
  const { x, y } = placeIn(element, 0.1);
  await touch.down({ x, y });
  await touch.move({ x: x + 20, y }, 0, 1);
  await touch.move({ x: x + 59, y }, 0, 5);
  expect(sent).toHaveLength(1);
  await touch.move({ x: x + 20 + lengthOf(element) / 2, y });
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(50);
  await touch.move({ x: x + 20 + lengthOf(element) / 4, y });
  await touch.up();
  vi.advanceTimersByTime(500);
  expect(sent.at(-1)).toBe(25);
  expect(sent).toHaveLength(3);
});

it('a throttled slider whose finger has rested does not send a value twice on release', async () => {
  const { sent, element } = await setUp({ value: 0, every: 500 });
  const { x, y } = placeIn(element, 0.1);
  await touch.down({ x, y });
  await touch.move({ x: x + 20, y }, 0, 1);
  await touch.move({ x: x + 20 + lengthOf(element) / 2, y }, 0, 1);
  vi.advanceTimersByTime(1000);
  await touch.up();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([50]);
});
