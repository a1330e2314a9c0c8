import { hasScrolledSince, watchScrolling } from './scroll-watch';

/**
 * Ignores the taps of touches under which the page scrolled, in the whole window: their click is for what lies under the
 * finger at the end, which nobody chose. A finger that stops a fling makes such taps. Returns the stop function.
 */
export function ignoreDriftedTaps(): () => void {
  const stopWatching = watchScrolling();
  const stopped = new AbortController();
  const options = { capture: true, signal: stopped.signal };
  /** The `timeStamp` of the last touch's pointerdown; null after that of a mouse. */
  let downAt: number | null = null;
  window.addEventListener(
    'pointerdown',
    ({ pointerType, timeStamp }) => {
      downAt = pointerType === 'mouse' ? null : timeStamp;
    },
    options
  );
  window.addEventListener(
    'click',
    (event) => {
      // A click of a keyboard or a screen reader has no position: its `detail` is 0.
      if (event.detail === 0 || downAt === null || !hasScrolledSince(downAt)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    options
  );
  return () => {
    stopWatching();
    stopped.abort();
  };
}
