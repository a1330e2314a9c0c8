import type { Attachment } from 'svelte/attachments';
import { keepFromFlinging } from './fling';

/** How far down, in px, a sheet must be pulled to close on release. */
const FAR = 96;

/** How fast, in px a ms, a short pull must be to close as well. */
const FAST = 0.5;

/** What a pull does. */
export interface PullEffects {
  /** The finger is this far below where it began, px, never less than 0; 0 when it has let go. */
  moved(by: number): void;
  /** It was let go far enough down, or fast enough: what it pulled may go. */
  released(): void;
}

/** Lets an element, such as a sheet's head, be pulled down. Its CSS says `touch-action: none`. */
export function pull(effects: PullEffects): Attachment<HTMLElement> {
  return (element) => {
    const attached = new AbortController();
    const { signal } = attached;
    let start: PointerEvent | null = null;

    function end(): void {
      start = null;
      effects.moved(0);
    }

    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button === 0 && !(event.target instanceof Element && event.target.closest('button')))
          start ??= event;
      },
      { signal }
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== start?.pointerId) return;
        element.setPointerCapture(event.pointerId);
        effects.moved(Math.max(0, event.clientY - start.clientY));
      },
      { signal }
    );
    element.addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== start?.pointerId) return;
        const distance = event.clientY - start.clientY;
        const speed = distance / Math.max(1, event.timeStamp - start.timeStamp);
        end();
        if (distance > FAR || (distance > 24 && speed > FAST)) effects.released();
      },
      { signal }
    );
    element.addEventListener('pointercancel', end, { signal });
    keepFromFlinging(element, () => start !== null, signal);
    return () => attached.abort();
  };
}
