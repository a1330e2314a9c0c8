/** How far a finger may wander, in px, before it is no longer held still (and from where on it slides). */
export const SLOP = 10;

/** One finger, pen or mouse at a place of the screen, in px. */
export interface Point {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** What a pointer event says of its place. */
export function pointOf(event: PointerEvent): Point {
  return { id: event.pointerId, x: event.clientX, y: event.clientY };
}

/**
 * Where a finger came by since the event before, in its order. A page that was busy hears of several moves at once: the last of them alone
 * would make a slide of a scroll that ends sideways.
 */
export function wayOf(event: PointerEvent): Point[] {
  // Only https and localhost have it, and Safari since 18.2.
  const moves = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return (moves.length > 0 ? moves : [event]).map(pointOf);
}
