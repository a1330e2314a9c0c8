import { t, i18n } from './i18n.svelte';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a duration in ms in its largest unit, rounded down: 200,000 ms is "3 min". Less than a second is "0 sec". */
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
 * Formats an age: "just now" within the first minute, then "3 min ago", "2 hr ago", "5 days ago". Both times are in
 * ms since the epoch. A time in the future (a wrong clock) is "just now"; 0 is "never".
 */
export function age(since: number, now: number): string {
  if (since === 0) return t('age.never');
  const passed = now - since;
  return passed < minute ? t('age.now') : t('age.ago', { duration: duration(passed) });
}
