import type { Clock } from '#shared/clock';

/** A touch that is wider than this in px is a palm. */
const PALM_PX = 90;
/** A second touch on one control within this time counts as none, in ms: it was one finger. */
const DOUBLE_TOUCH_MS = 400;

/**
 * Keeps touches that nobody meant from acting: two fingers at once, a palm, and a second touch on one control right after the
 * first. What a finger drags is cancelled. Returns a function that ends it.
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
      const control =
        event.target instanceof Element ? event.target.closest('[role="switch"], button') : null;
      const now = clock.monotonic();
      const isDouble = control !== null && last?.control === control && now - last.at < DOUBLE_TOUCH_MS;
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
