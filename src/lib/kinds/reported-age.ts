import type { ControllerClock } from '#shared/reported-time';
import { age } from '$lib/i18n/age';
import { t } from '$lib/i18n/i18n.svelte';

/** An age below this, in ms, is "just now". */
const JUST_NOW_MS = 60_000;

/** Marks the text of a corrected time: "about 14:05". Reactive (language). */
export const aboutTime = (time: string, { clockOffsetMs }: ControllerClock): string =>
  clockOffsetMs ? t('time.about', { time }) : time;

/** Formats the age of a time that `reportedTime` returned: "about 3 min ago" if it was corrected. Reactive (language). */
export const reportedAge = (at: number, clock: ControllerClock, now: number): string =>
  now - at < JUST_NOW_MS ? age(at, now) : aboutTime(age(at, now), clock);
