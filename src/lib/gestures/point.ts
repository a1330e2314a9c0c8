/** The distance in px that a finger may move and still count as held. Beyond it, a slide starts. */
export const SLOP = 10;

/** The position of a finger, pen or mouse in the viewport, in px. */
export interface Point {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Returns the position of a pointer event. */
export function pointOf(event: PointerEvent): Point {
  return { id: event.pointerId, x: event.clientX, y: event.clientY };
}

/**
 * Returns the positions since the previous event, in their order. A busy page gets several moves in one event. The last
 * one alone could turn a scroll that ends sideways into a slide.
 */
export function wayOf(event: PointerEvent): Point[] {
  // Only available in secure contexts, and in Safari from 18.2.
  const moves = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return (moves.length > 0 ? moves : [event]).map(pointOf);
}
