import { t } from './i18n.svelte';
import { clockTime, dayAndTime, TIME, timeFormatOf } from './time';

// Apart from the times that the first screen needs. Reactive, as those.

/** A time of day in two parts: "2:05" and "PM". The second is undefined with 24 hours. Takes ms since the epoch. */
export function clockParts(at: number): { readonly figures: string; readonly period: string | undefined } {
  const parts = timeFormatOf(at, TIME).formatToParts(at);
  const figures = parts.filter(({ type }) => type !== 'dayPeriod').map(({ value }) => value);
  return {
    figures: figures.join('').trim(),
    period: parts.find(({ type }) => type === 'dayPeriod')?.value
  };
}

/** Formats a whole hour for an axis, "06" or "6 AM". Takes ms since the epoch. */
export function hourOfDay(at: number): string {
  return timeFormatOf(at, { hour: 'numeric' }).format(at);
}

/** Formats a date with its weekday, "Saturday 21 November", or "Saturday 21 Nov" where there is less room. Takes ms since the epoch. */
export const longDate = (at: number, isNarrow = false): string =>
  timeFormatOf(at, { weekday: 'long', day: 'numeric', month: isNarrow ? 'short' : 'long' }).format(at);

/** Formats the days from one time to another, "22 – 28 Nov", with the year if it is not the present one. Takes ms since the epoch. */
export function dateRange(from: number, until: number): string {
  const isThisYear = new Date(from).getFullYear() === new Date().getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return timeFormatOf(from, { ...year, day: 'numeric', month: 'short' }).formatRange(from, until);
}

const DAY_MS = 86_400_000;

/**
 * Formats a time of the last days: "Today 06:12", "Yesterday 21:40", then "21 Nov, 14:05". Both times are in ms since
 * the epoch.
 */
export function recentTime(at: number, now: number): string {
  // Rounded, since a day in which the clocks change is an hour longer or shorter.
  const days = Math.round((midnightBefore(now) - midnightBefore(at)) / DAY_MS);
  if (days === 0) return t('history.today', { time: clockTime(at) });
  return days === 1 ? t('history.yesterday', { time: clockTime(at) }) : dayAndTime(at, now);
}

/**
 * Formats a time of the last days where most are of today: "06:12", "Yesterday 21:40", then "21 Nov, 14:05". Both times are as in
 * `recentTime`.
 */
export const pastTime = (at: number, now: number): string =>
  midnightBefore(at) === midnightBefore(now) ? clockTime(at) : recentTime(at, now);

const midnightBefore = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
