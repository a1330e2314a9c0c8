import type { Attachment } from 'svelte/attachments';
import { systemClock, type Clock } from '#shared/clock';
import { keepFromFlinging } from './fling';
import { pointOf, wayOf } from './point';
import { isScrollAtRest, watchScrolling } from './scroll-watch';
import { Slide, type Range, type SlideEffects, type Track } from './slide';

/** The inputs of a slider. They are read at each event. */
export interface SlideSource {
  /** The value that the device reports. */
  readonly value: number;
  readonly range: Range;
  readonly isDisabled: boolean;
}

/**
 * Makes an element a horizontal slider: `<div role="slider" tabindex="0" {@attach slide(source, effects)}>`. The
 * element's CSS must set `touch-action: pan-y`, so that the browser handles vertical scrolling and then cancels the
 * pointer.
 *
 * A tap is the browser's own click. It is ignored if the page scrolled in the 300 ms before the finger came down: the
 * finger may be there to stop a fling.
 *
 * The wheel counts only sideways (or with Shift) and on a focused slider, so that scrolling a page never sends a
 * command.
 *
 * A page can have hundreds of sliders. An idle one has two listeners.
 */
export function slide(
  source: () => SlideSource,
  effects: SlideEffects,
  clock: Clock = systemClock
): Attachment<HTMLElement> {
  return (element) => {
    let recognizer: Slide | undefined;
    let touched: AbortController | undefined;
    let focused: AbortController | undefined;
    let tapped: AbortController | undefined;
    const stopWatching = watchScrolling();

    const start = (event: PointerEvent) => {
      const { value, isDisabled } = source();
      if (isDisabled || event.button !== 0) return;
      recognizer ??= new Slide(effects, clock);
      if (recognizer.isTouched) return;
      recognizer.down(pointOf(event), value, trackOf(element), event.timeStamp);
      touched?.abort();
      touched = follow(element, recognizer, source);
      tapped?.abort();
      tapped = awaitTap(element, recognizer, source, event.timeStamp);
    };
    const focus = () => {
      recognizer ??= new Slide(effects, clock);
      focused?.abort();
      focused = listen(element, recognizer, source);
    };

    element.addEventListener('pointerdown', start);
    element.addEventListener('focus', focus);
    return () => {
      element.removeEventListener('pointerdown', start);
      element.removeEventListener('focus', focus);
      stopWatching();
      touched?.abort();
      tapped?.abort();
      focused?.abort();
      recognizer?.stop();
    };
  };
}

function trackOf(element: HTMLElement): Track {
  const { left, width } = element.getBoundingClientRect();
  return { left, width, screenWidth: window.innerWidth };
}

/** Waits for the click of a touch that began at `downAt` (an event's `timeStamp`), until it is aborted. */
function awaitTap(
  element: HTMLElement,
  recognizer: Slide,
  source: () => SlideSource,
  downAt: number
): AbortController {
  const tapped = new AbortController();
  const { signal } = tapped;
  function click(event: MouseEvent): void {
    const { isDisabled, range } = source();
    if (isDisabled || !isScrollAtRest(downAt)) return;
    recognizer.click({ x: event.clientX, y: event.clientY }, event.timeStamp, range);
  }
  element.addEventListener('click', click, { once: true, signal });
  return tapped;
}

/** Follows the pointer until the recognizer is done with it. */
function follow(element: HTMLElement, recognizer: Slide, source: () => SlideSource): AbortController {
  const touched = new AbortController();
  const { signal } = touched;

  function move(event: PointerEvent): void {
    const wasSliding = recognizer.isSliding;
    const { range } = source();
    for (const point of wayOf(event)) recognizer.move(point, range);
    if (recognizer.isSliding && !wasSliding) element.setPointerCapture(event.pointerId);
    if (!recognizer.isTouched) touched.abort();
  }

  function lift(event: PointerEvent): void {
    recognizer.up(pointOf(event));
    if (!recognizer.isTouched) touched.abort();
  }

  function lose(event: PointerEvent): void {
    // A touch is first captured by its target, which can be a part of the track. The loss of that capture is not the
    // slider's.
    if (event.type === 'lostpointercapture' && event.target !== element) return;
    recognizer.cancel(event.pointerId);
    if (!recognizer.isTouched) touched.abort();
  }

  keepFromFlinging(element, () => recognizer.isSliding, signal);
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', lift, { signal });
  element.addEventListener('pointercancel', lose, { signal });
  element.addEventListener('lostpointercapture', lose, { signal });
  return touched;
}

/** Handles keys and the wheel while the element has the focus. On blur, a value that was not sent yet is sent. */
function listen(element: HTMLElement, recognizer: Slide, source: () => SlideSource): AbortController {
  const focused = new AbortController();
  const { signal } = focused;

  function pressKey(event: KeyboardEvent): void {
    const { value, range, isDisabled } = source();
    if (isDisabled || event.altKey || event.ctrlKey || event.metaKey) return;
    if (recognizer.keyDown(event.key, value, range)) event.preventDefault();
  }

  function turnWheel(event: WheelEvent): void {
    const { value, range, isDisabled } = source();
    const along = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isDisabled || !isSideways || along === 0) return;
    event.preventDefault();
    recognizer.wheel(Math.sign(along), value, range);
  }

  function leave(): void {
    recognizer.commit();
    focused.abort();
  }

  element.addEventListener('keydown', pressKey, { signal });
  element.addEventListener('keyup', () => recognizer.commit(), { signal });
  element.addEventListener('wheel', turnWheel, { signal, passive: false });
  element.addEventListener('blur', leave, { signal });
  return focused;
}
