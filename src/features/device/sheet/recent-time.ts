import { t } from '$lib/i18n/i18n.svelte';
import { clockTime, dayAndTime } from '$lib/i18n/time';

const DAY_MS = 86_400_000;

/**
 * Formats a time of the last days: "Today 06:12", "Yesterday 21:40", then "21 Nov, 14:05". Both times are in ms since
 * the epoch. Reactive (language).
 */
export function recentTime(at: number, now: number): string {
  // Rounded, since a day in which the clocks change is an hour longer or shorter.
  const days = Math.round((midnightBefore(now) - midnightBefore(at)) / DAY_MS);
  if (days === 0) return t('history.today', { time: clockTime(at) });
  return days === 1 ? t('history.yesterday', { time: clockTime(at) }) : dayAndTime(at, now);
}

const midnightBefore = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
