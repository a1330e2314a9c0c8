import type { Clock } from '#shared/clock';

/** A touch that is wider than this in px is a palm. */
const PALM_PX = 90;
/** A second touch on one control within this time counts as none, in ms: it was one finger. */
const DOUBLE_TOUCH_MS = 400;

/**
 * Keeps touches that nobody meant from acting: two fingers at once, a palm, and a second touch on one control right after the
 * first. Returns a function that ends it.
 */
export function ignoreClumsyTouches(page: Document, clock: Clock): () => void {
  const attached = new AbortController();
  const options = { capture: true, signal: attached.signal };
  const down = new Set<number>();
  let isClumsy = false;
  let last: { readonly control: Element; readonly at: number } | null = null;

  page.addEventListener(
    'pointerdown',
    ({ pointerId, width, height }) => {
      if (down.size === 0) isClumsy = false;
      down.add(pointerId);
      if (down.size > 1 || Math.max(width, height) > PALM_PX) isClumsy = true;
    },
    options
  );
  for (const type of ['pointerup', 'pointercancel'] as const)
    page.addEventListener(type, ({ pointerId }) => down.delete(pointerId), options);
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
