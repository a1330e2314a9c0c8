import type { Device } from '#shared/home';
import { FULL_LEVEL, LEVEL_TOLERANCE } from '#shared/interfaces/level';
import { isDimmer, isLit, lampLevel } from '#shared/lamp-level';

/** The lit lamps by id: the level of a dimmer from 1 to 99, and null for a lamp without levels. */
export type Picture = Readonly<Record<string, number | null>>;

/**
 * How the lamps of a room are lit. `picture` has the levels that people chose lamp by lamp. `brightest` is the level of the
 * brightest dimmer since: a slider moves it and keeps the picture, so that the ratios survive 1 %.
 */
export interface Mood {
  readonly picture: Picture;
  readonly brightest: number;
}

/** Returns the lit lamps among a room's lamps. Empty if the room is dark. */
export function pictureOf(lamps: readonly Device[]): Picture {
  const lit = lamps.filter(isLit);
  return Object.fromEntries(
    lit.map((lamp) => [lamp.id, isDimmer(lamp) ? (lampLevel(lamp) ?? FULL_LEVEL) : null])
  );
}

/** Returns the level of the brightest dimmer; undefined if there is none. */
export function brightestOf(picture: Picture): number | undefined {
  const levels = Object.values(picture).filter((level) => level !== null);
  return levels.length > 0 ? Math.max(...levels) : undefined;
}

/** Returns a mood at another brightness, 1 to 99: each dimmer keeps its ratio to the brightest one, and none goes out. */
export function dim({ picture }: Mood, brightest: number): Picture {
  const most = brightestOf(picture) ?? FULL_LEVEL;
  const scale = (level: number) => Math.min(FULL_LEVEL, Math.max(1, Math.round((level * brightest) / most)));
  return Object.fromEntries(
    Object.entries(picture).map(([id, level]) => [id, level === null ? null : scale(level)])
  );
}

/**
 * Returns the mood of a room that is lit. While the levels are those of the mood before at some brightness, within what
 * devices round, its picture stays; otherwise the present levels are the new picture.
 */
export function moodOf(picture: Picture, before: Mood | null | undefined): Mood {
  const brightest = brightestOf(picture) ?? FULL_LEVEL;
  return before && isNear(dim(before, brightest), picture)
    ? { ...before, brightest }
    : { picture, brightest };
}

function isNear(one: Picture, other: Picture): boolean {
  const ids = Object.keys(one);
  return (
    ids.length === Object.keys(other).length &&
    ids.every((id) => {
      const a = one[id];
      const b = other[id];
      return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= LEVEL_TOLERANCE : a === b;
    })
  );
}
