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
/** How far the text moves from its edge, as a part of the screen. */
const MAX_MOVE = 0.03;

/**
 * Returns where the text is at a step: in turn at the left and at the right, on an upright screen at the top and at the bottom, so
 * that no pixel is lit in two steps in a row. The text must not be wider, or taller, than half of the screen.
 */
export function placeAt(step: number, screen: Area, text: Area): Place {
  const isUpright = screen.height > screen.width;
  const isFar = Math.abs(step % 2) === 1;
  const from = (side: keyof Area, share: number, isSplit: boolean) => {
    const free = Math.max(0, screen[side] * (isSplit ? 0.5 : 1) - text[side]);
    const moved = Math.min(free, MAX_MOVE * screen[side]) * (share - Math.floor(share));
    return isSplit && isFar ? screen[side] - text[side] - moved : moved;
  };
  return { x: from('width', step * STEP_X, !isUpright), y: from('height', step * STEP_Y, isUpright) };
}
