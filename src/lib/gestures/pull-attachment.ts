import type { Attachment } from 'svelte/attachments';
import { keepFromFlinging } from './fling';

/** The distance in px from which a pulled sheet closes on release. */
const FAR = 96;

/** The speed in px per ms from which a shorter pull closes it too. */
const FAST = 0.5;

/** The effects of a pull. */
export interface PullEffects {
  /** The distance in px from the start, never less than 0; 0 after the release. */
  moved(by: number): void;
  /** The pull was long or fast enough to close the element. */
  released(): void;
}

/** Lets the user pull an element down, such as a sheet's head. Its CSS must set `touch-action: none`. */
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
