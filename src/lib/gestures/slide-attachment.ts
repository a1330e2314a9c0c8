import type { Attachment } from 'svelte/attachments';
import { browserClock } from './clock';
import type { Clock } from './clock';
import { pointOf } from './point';
import { Slide } from './slide';
import type { Range, SlideEffects } from './slide';

/** What a sliding element needs to know, read anew at each event. */
export interface SlideSource {
  /** The value that the device reports. */
  readonly value: number;
  readonly range: Range;
  readonly isDisabled: boolean;
}

/**
 * Makes an element a horizontal slider's track: `<div role="slider" tabindex="0" {@attach slide(source, effects)}>`. The element's
 * CSS says `touch-action: pan-y`, so that the browser scrolls what we leave alone, and cancels our pointer when it does.
 *
 * The wheel counts only sideways (or with Shift) and on a focused slider: rolling down a page must never send a command.
 */
export function slide(
  source: () => SlideSource,
  effects: SlideEffects,
  clock: Clock = browserClock
): Attachment<HTMLElement> {
  return (element) => {
    const recognizer = new Slide(effects, clock);
    const attached = new AbortController();
    const { signal } = attached;

    function start(event: PointerEvent): void {
      const { value, isDisabled } = source();
      if (isDisabled || event.button !== 0) return;
      recognizer.down(pointOf(event), value, element.clientWidth);
    }

    function move(event: PointerEvent): void {
      const wasSliding = recognizer.isSliding;
      recognizer.move(pointOf(event), source().range);
      if (recognizer.isSliding && !wasSliding) element.setPointerCapture(event.pointerId);
    }

    // A touch is at first captured by what lies under it, maybe a part of the track: that part's loss to us is none.
    function loseCapture(event: PointerEvent): void {
      if (event.target === element) recognizer.cancel(event.pointerId);
    }

    function pressKey(event: KeyboardEvent): void {
      const { value, range, isDisabled } = source();
      if (isDisabled || event.altKey || event.ctrlKey || event.metaKey) return;
      if (recognizer.keyDown(event.key, value, range)) event.preventDefault();
    }

    function turnWheel(event: WheelEvent): void {
      const { value, range, isDisabled } = source();
      const along = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isDisabled || !isSideways || along === 0 || document.activeElement !== element) return;
      event.preventDefault();
      recognizer.wheel(Math.sign(along), value, range);
    }

    element.addEventListener('pointerdown', start, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', (event) => recognizer.up(pointOf(event)), { signal });
    element.addEventListener('pointercancel', (event) => recognizer.cancel(event.pointerId), { signal });
    element.addEventListener('lostpointercapture', loseCapture, { signal });
    element.addEventListener('keydown', pressKey, { signal });
    element.addEventListener('keyup', () => recognizer.commit(), { signal });
    element.addEventListener('blur', () => recognizer.commit(), { signal });
    element.addEventListener('wheel', turnWheel, { signal, passive: false });
    return () => {
      attached.abort();
      recognizer.stop();
    };
  };
}
