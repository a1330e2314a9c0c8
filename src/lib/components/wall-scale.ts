/**
 * Returns the scale of a wall tablet's sizes: 1 at 1280 × 800, and at 800 × 1280.
 * @param width of the window in px; undefined before it is known
 */
export function wallScale(width = 1280, height = 800): number {
  return width < height ? Math.min(width / 800, height / 1280) : Math.min(width / 1280, height / 800);
}
