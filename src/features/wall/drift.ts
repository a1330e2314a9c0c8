import type { Area } from './grid';

/** Milliseconds between two places of the screensaver's text. */
export const DRIFT_INTERVAL_MS = 45_000;

/** A place on the screen, in px from its top left. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** How far the place moves from one step to the next, as parts of the free space. They have no common period. */
const STEP_X = 0.381_966;
const STEP_Y = 0.236_068;

/**
 * Returns where the text is at a step. It is in the upper and in the lower half of the screen in turn, so that no pixel
 * is lit in two steps in a row. The text must not be taller than half of the screen.
 */
export function placeAt(step: number, screen: Area, text: Area): Place {
  const half = screen.height / 2;
  const freeX = Math.max(0, screen.width - text.width);
  const freeY = Math.max(0, half - text.height);
  const isLower = Math.abs(step % 2) === 1;
  return { x: freeX * fraction(step * STEP_X), y: (isLower ? half : 0) + freeY * fraction(step * STEP_Y) };
}

const fraction = (value: number): number => value - Math.floor(value);
