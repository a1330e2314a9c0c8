import { parseRecord } from '../parse-record';

/** The name of the setting that holds them. A phone that never was in wall mode has none. */
export const WALL_SETTING = 'wall';

/** Minutes of a day. */
const DAY_MINUTES = 24 * 60;

/** The wall settings of this tablet. They are stored on it and survive a sign-out. */
export interface WallSettings {
  readonly isOn: boolean;
  /** Whether the screen is dark in the night hours. */
  readonly hasNight: boolean;
  /** The night hours, in minutes since midnight, local time. They can include midnight. */
  readonly nightFrom: number;
  readonly nightTo: number;
  /** The id of the room that the tablet is in; null if none is chosen. */
  readonly roomId: number | null;
  /** Whether motion in that room wakes the tablet. */
  readonly wakesOnMotion: boolean;
  /** Whether somebody who only passes does not wake it. */
  readonly ignoresPassing: boolean;
  /** Whether motion wakes it in the night hours too. */
  readonly wakesAtNight: boolean;
  /** Whether the screen is dimmed by the room's light sensor. */
  readonly dimsByLight: boolean;
}

/** The settings of a tablet that has stored none. */
export const DEFAULT_WALL_SETTINGS: WallSettings = {
  isOn: false,
  hasNight: true,
  nightFrom: 22 * 60,
  nightTo: 6 * 60,
  roomId: null,
  wakesOnMotion: true,
  ignoresPassing: false,
  wakesAtNight: false,
  dimsByLight: true
};

/** Decodes stored wall settings. Missing and invalid fields get their defaults. */
export function decodeWallSettings(text: string | null): WallSettings {
  const stored = parseRecord(text);
  const { nightFrom, nightTo } = DEFAULT_WALL_SETTINGS;
  return {
    isOn: stored['isOn'] === true,
    hasNight: stored['hasNight'] !== false,
    nightFrom: readMinutes(stored['nightFrom']) ?? nightFrom,
    nightTo: readMinutes(stored['nightTo']) ?? nightTo,
    roomId: readId(stored['roomId']),
    wakesOnMotion: stored['wakesOnMotion'] !== false,
    ignoresPassing: stored['ignoresPassing'] === true,
    wakesAtNight: stored['wakesAtNight'] === true,
    dimsByLight: stored['dimsByLight'] !== false
  };
}

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

function readMinutes(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < DAY_MINUTES
    ? value
    : undefined;
}

function readId(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
