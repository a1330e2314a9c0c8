import type { Clock } from '#shared/clock';

/** A touch that is wider than this in px is a palm. */
const PALM_PX = 90;
/** A second touch on a control of `SINGLE` within this time counts as none, in ms: it was one finger. */
const DOUBLE_TOUCH_MS = 400;
/** Switches, and what asks or runs (`isSingle` of buttons). Digits, steppers, arrows and stops are touched as fast as a finger can. */
const SINGLE = '[role="switch"], [data-single]';

/**
 * Keeps touches that nobody meant from acting: two fingers at once, a palm, and a second touch right after the first on a
 * switch or on what asks or runs, or beside the question that the first one opened. What a finger drags is cancelled. Returns a function
 * that ends it.
 */
export function ignoreClumsyTouches(page: Document, clock: Clock): () => void {
  const attached = new AbortController();
  const options = { capture: true, signal: attached.signal };
  const down = new Map<number, EventTarget | null>();
  let isClumsy = false;
  let isCancelling = false;
  let last: { readonly control: Element; readonly at: number } | null = null;

  page.addEventListener(
    'pointerdown',
    ({ pointerId, target, width, height }) => {
      if (down.size === 0) isClumsy = false;
      down.set(pointerId, target);
      if (down.size > 1 || Math.max(width, height) > PALM_PX) isClumsy = true;
    },
    options
  );
  // Once the control has got it: a drag that has begun is then cancelled, as the browser cancels one.
  page.addEventListener(
    'pointerdown',
    () => {
      if (!isClumsy) return;
      isCancelling = true;
      for (const [pointerId, target] of down)
        target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true }));
      isCancelling = false;
    },
    { signal: attached.signal }
  );
  for (const type of ['pointerup', 'pointercancel'] as const)
    page.addEventListener(type, ({ pointerId }) => isCancelling || down.delete(pointerId), options);
  page.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      const control = target instanceof Element ? target.closest(SINGLE) : null;
      const now = clock.monotonic();
      const isDouble =
        last !== null &&
        now - last.at < DOUBLE_TOUCH_MS &&
        (control === last.control || target instanceof HTMLDialogElement);
      // A click by the keyboard has no touch.
      const isTouch = event.detail > 0;
      if (!isTouch || (!isClumsy && !isDouble)) {
        last = control && isTouch ? { control, at: now } : null;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    options
  );
  return () => attached.abort();
}
