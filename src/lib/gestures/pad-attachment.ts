import type { Attachment } from 'svelte/attachments';
import { keepFromFlinging } from './fling';
import { pointOf, SLOP, wayOf, type Point } from './point';
import { isScrollAtRest, watchScrolling } from './scroll-watch';
import { MAX_TAP_MS } from './slide';

/** A position on a pad: 0 to 1 from its left and its top edge. */
export interface PadPosition {
  readonly x: number;
  readonly y: number;
}

/** The effects of a pad. */
export interface PadEffects {
  /** Show this position instead of the reported one; null: show the reported one again. */
  show(position: PadPosition | null): void;
  /** The handle is held (true) or released (false). */
  holding(isHolding: boolean): void;
  /** The user chose a position, which is to be sent. */
  commit(position: PadPosition): void;
}

interface Finger {
  readonly from: Point;
  readonly at: number;
  isDragging: boolean;
}

/**
 * Makes an element a two-dimensional pad. Its CSS must set `touch-action: pan-y`.
 *
 * The handle is under the finger. A finger drags once it has moved more than `SLOP` and more horizontally than
 * vertically; then it moves in both directions. Otherwise the page scrolls, and the browser cancels the pointer. A mouse
 * drags in any direction, since it does not scroll. A tap goes to its position, unless it stops a scroll. A cancelled
 * pointer restores the reported position.
 */
export function pad(isDisabled: () => boolean, effects: PadEffects): Attachment<HTMLElement> {
  return (element) => {
    const attached = new AbortController();
    const { signal } = attached;
    let finger: Finger | null = null;
    /** The last press that can still become a tap. */
    let tap: Finger | null = null;
    const stopWatching = watchScrolling();

    function positionOf({ x, y }: Point): PadPosition {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: share(x - left, width), y: share(y - top, height) };
    }

    function start(event: PointerEvent): void {
      if (isDisabled() || event.button !== 0) return;
      if (finger) {
        // Two fingers are no tap.
        tap = null;
        return;
      }
      finger = { from: pointOf(event), at: event.timeStamp, isDragging: false };
      tap = finger;
    }

    function move(event: PointerEvent): void {
      for (const point of wayOf(event))
        if (point.id === finger?.from.id) moveTo(finger, point, event.pointerType);
    }

    function moveTo(moved: Finger, point: Point, pointerType: string): void {
      if (moved.isDragging) {
        effects.show(positionOf(point));
        return;
      }
      const along = Math.abs(point.x - moved.from.x);
      const across = Math.abs(point.y - moved.from.y);
      if (Math.hypot(along, across) <= SLOP) return;
      tap = null;
      if (along <= across && pointerType !== 'mouse') {
        finger = null;
        return;
      }
      moved.isDragging = true;
      element.setPointerCapture(point.id);
      effects.holding(true);
      effects.show(positionOf(point));
    }

    function lift(event: PointerEvent): void {
      const lifted = finger;
      if (event.pointerId !== lifted?.from.id) return;
      finger = null;
      if (!lifted.isDragging) return;
      effects.holding(false);
      effects.commit(positionOf(pointOf(event)));
    }

    function lose(event: PointerEvent): void {
      const lost = finger;
      if (event.pointerId !== lost?.from.id) return;
      // A touch is first captured by its target, which can be a part of the pad. The loss of that capture is not the
      // pad's.
      if (event.type === 'lostpointercapture' && event.target !== element) return;
      finger = null;
      tap = null;
      if (!lost.isDragging) return;
      effects.holding(false);
      effects.show(null);
    }

    function click(event: MouseEvent): void {
      const pressed = tap;
      tap = null;
      if (!pressed || isDisabled() || event.timeStamp - pressed.at > MAX_TAP_MS) return;
      if (!isScrollAtRest(pressed.at)) return;
      const position = positionOf({ ...pressed.from, x: event.clientX, y: event.clientY });
      effects.show(position);
      effects.commit(position);
    }

    element.addEventListener('pointerdown', start, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', lift, { signal });
    element.addEventListener('pointercancel', lose, { signal });
    element.addEventListener('lostpointercapture', lose, { signal });
    element.addEventListener('click', click, { signal });
    keepFromFlinging(element, () => finger?.isDragging === true, signal);
    return () => {
      stopWatching();
      attached.abort();
    };
  };
}

const share = (distance: number, length: number): number =>
  Math.min(1, Math.max(0, distance / Math.max(1, length)));
