import { t, i18n } from './i18n.svelte';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time in its largest fitting unit, rounded down: 200,000 ms is "3 min". Milliseconds; less than a second is "0 sec". */
export function duration(ms: number): string {
  const [unit, size] =
    ms < minute
      ? (['second', 1000] as const)
      : ms < hour
        ? (['minute', minute] as const)
        : ms < day
          ? (['hour', hour] as const)
          : (['day', day] as const);
  const format = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.max(0, Math.floor(ms / size)));
}

/**
 * How long ago something was: "a moment ago" within the first minute, then "3 min ago", "2 hr ago", "5 days ago".
 * Both times are milliseconds since the epoch. A time in the future (a wrong clock) is a moment ago; 0 is never.
 */
export function age(since: number, now: number): string {
  if (since === 0) return t('age.never');
  const passed = now - since;
  return passed < minute ? t('age.now') : t('age.ago', { duration: duration(passed) });
}

/** The time of day, "14:05" or "2:05 PM" as the language has it. Milliseconds since the epoch. */
export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(at);
}

/** Day and time, "21 Nov, 14:05" in the language's own order. Milliseconds since the epoch. */
export function dayAndTime(at: number): string {
  return new Intl.DateTimeFormat(i18n.language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit'
  }).format(at);
}

/** The whole date with its weekday, "Saturday, 21 November": what a wall clock shows. Milliseconds since the epoch. */
export function longDate(at: number): string {
  return new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long'
  }).format(at);
}
