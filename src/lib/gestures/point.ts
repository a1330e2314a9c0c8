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
