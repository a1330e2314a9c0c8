/** Illuminances in lux: the screen is darkest up to the first, and bright from the second on. */
const DARK_LX = 2;
const BRIGHT_LX = 60;
/** How much of the light of the screen is taken away in the dark. */
const MAX_DIM = 0.6;

/** Returns how much of the screen's light is taken away at an illuminance in lux, 0–1. Eyes see it logarithmically. */
export function dimAt(lux: number | undefined): number {
  if (lux === undefined) return 0;
  const bright = Math.log(Math.max(lux, DARK_LX) / DARK_LX) / Math.log(BRIGHT_LX / DARK_LX);
  return Math.round(Math.max(0, 1 - bright) * MAX_DIM * 100) / 100;
}
