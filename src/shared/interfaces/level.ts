import type { Params } from '#shared/home';
import { readNumber } from '#shared/read';

/** Full power, or fully open (document 2.5) [D]. */
export const FULL_LEVEL = 99;

/** How far a reported level may lie from the commanded one and still be what was asked for: radios round. */
export const LEVEL_TOLERANCE = 2;

/** A shutter counts as closed at this level and below, and as open at `OPEN_LEVEL` and above [O]: few rest at their very end. */
export const CLOSED_LEVEL = 5;
export const OPEN_LEVEL = 95;

/** How far from the commanded level a shutter may rest and still be where it was asked to be [O]. */
export const REST_TOLERANCE = 5;

/** `Level`, a whole number from 0 to 99 (document 2.5) [D]; what lies outside is brought to the nearest end, undefined where unknown. */
export function readLevel(params: Params): number | undefined {
  const level = readNumber(params['Level']);
  return level === undefined ? undefined : Math.min(FULL_LEVEL, Math.max(0, Math.round(level)));
}

/** A level as people read it, in percent: the level itself, with 99 shown as 100. */
export function percentOf(level: number): number {
  return level >= FULL_LEVEL ? 100 : level;
}

/** The level that stands for a percentage from 0 to 100. */
export function levelOf(percent: number): number {
  return Math.min(Math.round(percent), FULL_LEVEL);
}
