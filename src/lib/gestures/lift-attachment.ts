import type { Attachment } from 'svelte/attachments';
import { systemClock, type Clock } from '#shared/clock';
import { keepFromFlinging } from './fling';
import { pointOf, wayOf, type Point } from './point';
import { swallowClicks } from './press-attachment';
import { Slide, type SlideEffects } from './slide';
import type { SlideSource } from './slide-attachment';

/** The movement in px, up or down, that goes through all values. */
const LIFT_PX = 240;

/**
 * Lets a drag up or down of an element choose a value; a touch without a movement stays the element's own. Its CSS must set
 * `touch-action: none`. The click at the end of a drag is suppressed, wherever it occurs.
 */
export function lift(
  source: () => SlideSource,
  effects: SlideEffects,
  clock: Clock = systemClock
): Attachment<HTMLElement> {
  return (element) => {
    const recognizer = new Slide(effects, clock);
    let touched: AbortController | undefined;
    let trap: AbortController | undefined;

    const start = (event: PointerEvent) => {
      const { value, isDisabled } = source();
      if (isDisabled || event.button !== 0 || recognizer.isTouched) return;
      const track = { left: 0, width: LIFT_PX, screenWidth: window.innerHeight };
      recognizer.down(turned(pointOf(event)), value, track, event.timeStamp);
      touched = new AbortController();
      const { signal } = touched;
      keepFromFlinging(element, () => recognizer.isSliding, signal);
      element.addEventListener('pointermove', move, { signal });
      element.addEventListener('pointerup', end, { signal });
      element.addEventListener('pointercancel', end, { signal });
    };
    const move = (event: PointerEvent) => {
      const wasSliding = recognizer.isSliding;
      for (const point of wayOf(event)) recognizer.move(turned(point), source().range);
      if (recognizer.isSliding && !wasSliding) element.setPointerCapture(event.pointerId);
      if (!recognizer.isTouched) touched?.abort();
    };
    const end = (event: PointerEvent) => {
      if (recognizer.isSliding) {
        const trapped = swallowClicks(() => trapped.abort());
        trap = trapped;
      }
      if (event.type === 'pointercancel') recognizer.cancel(event.pointerId);
      else recognizer.up(turned(pointOf(event)));
      if (!recognizer.isTouched) touched?.abort();
    };

    element.addEventListener('pointerdown', start);
    return () => {
      element.removeEventListener('pointerdown', start);
      touched?.abort();
      trap?.abort();
      recognizer.stop();
    };
  };
}

/** A point with up as the direction of a slider. */
const turned = ({ id, x, y }: Point): Point => ({ id, x: window.innerHeight - y, y: x });
