import type { Params } from '#shared/home';
import { readNumber } from '#shared/read';

/** The maximum level: full power, or fully open (document 2.5) [D]. */
export const FULL_LEVEL = 99;

/** The allowed difference between a reported and a commanded level: devices round. */
export const LEVEL_TOLERANCE = 2;

/**
 * A shutter counts as closed at or below this level, and as open at or above `OPEN_LEVEL` [O]: few stop exactly at
 * their end.
 */
export const CLOSED_LEVEL = 5;
export const OPEN_LEVEL = 95;

/** The allowed difference between the commanded level and the one at which a shutter stops [O]. */
export const REST_TOLERANCE = 5;

/** What a radio reports for "on" without a level [A]. */
const ON_LEVEL = 255;

/**
 * Reads `Level`, from 0 to 99 (document 2.5) [D], as a whole number; 100 [O] and 255 [A] are full. Undefined if it is
 * missing or any other number: a radio reports 254 for a level that it does not know [A].
 */
export function readLevel(params: Params): number | undefined {
  const level = readNumber(params['Level']);
  if (level === ON_LEVEL) return FULL_LEVEL;
  return level === undefined || level < 0 || level > 100
    ? undefined
    : Math.min(FULL_LEVEL, Math.round(level));
}

/** Converts a level to a percentage: the level itself, with 99 shown as 100. */
export function percentOf(level: number): number {
  return level >= FULL_LEVEL ? 100 : level;
}

/** Converts a percentage from 0 to 100 to a level. */
export function levelOf(percent: number): number {
  return Math.min(Math.round(percent), FULL_LEVEL);
}
