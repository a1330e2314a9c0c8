import { i18n } from './i18n.svelte';

/** Formats a time of day, "14:05" or "2:05 PM" by the language. Takes ms since the epoch. */
export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(at);
}

/**
 * Formats a day and time, "21 Nov, 14:05" in the language's order, with the year if it is not the present one. Both are in
 * ms since the epoch.
 */
export function dayAndTime(at: number, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(i18n.language, {
    ...(!isThisYear && { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit'
  }).format(at);
}

/** Formats the time since when something lasts: "14:05" if that was today, else "21 Nov, 14:05". Both are in ms. */
export function sinceTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? clockTime(at) : dayAndTime(at, now);
}

/** Formats a date with its weekday, "Saturday, 21 November". Takes ms since the epoch. */
export function longDate(at: number): string {
  return new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long'
  }).format(at);
}
