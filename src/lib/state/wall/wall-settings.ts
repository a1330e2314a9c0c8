import { flag, wholeNumber } from '../preferences/persisted.svelte';

/** The last minute of a day. */
const LAST_MINUTE = 24 * 60 - 1;

/** Decodes the wall settings of this tablet. They are stored on it and survive a sign-out. */
export const decodeWallSettings = (stored: Readonly<Record<string, unknown>>) => ({
  isOn: flag(stored['isOn'], false),
  /** Whether the screen is dark in the night hours. */
  hasNight: flag(stored['hasNight'], true),
  /** The night hours, in minutes since midnight, local time. They can include midnight. */
  nightFrom: wholeNumber(stored['nightFrom'], LAST_MINUTE, 22 * 60),
  nightTo: wholeNumber(stored['nightTo'], LAST_MINUTE, 6 * 60),
  /** Whether the first page tells the last events. */
  hasEvents: flag(stored['hasEvents'], true),
  /** Whether the screensaver shows the owner's photos in place of the house. */
  hasPhotos: flag(stored['hasPhotos'], false),
  /** The id of the home that the tablet belongs to; null for any. */
  home: typeof stored['home'] === 'string' ? stored['home'] : null,
  /** The id of the room that the tablet is in; null if none is chosen. */
  roomId: wholeNumber(stored['roomId'], Number.MAX_SAFE_INTEGER, null),
  /** Whether motion in that room wakes the tablet, except in the night hours. */
  wakesOnMotion: flag(stored['wakesOnMotion'], true)
});

/** The wall settings of a tablet. */
export type WallSettings = Readonly<ReturnType<typeof decodeWallSettings>>;

/**
 * Whether a time is in the night hours.
 * @param at ms since the epoch
 */
export function isNight({ hasNight, nightFrom, nightTo }: WallSettings, at: number): boolean {
  if (!hasNight || nightFrom === nightTo) return false;
  const date = new Date(at);
  const minutes = date.getHours() * 60 + date.getMinutes();
  return nightFrom < nightTo
    ? minutes >= nightFrom && minutes < nightTo
    : minutes >= nightFrom || minutes < nightTo;
}
