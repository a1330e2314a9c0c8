import { i18n } from './i18n.svelte';

const HOUR_CYCLES = { region: undefined, '12': 'h12', '24': 'h23' } as const;
/** A time of day. */
export const TIME = { hour: 'numeric', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The one way to format times: with the region's habits, and with 12 or 24 hours where this screen has chosen.
 * Formats are expensive to create and keep the time zone of their creation, which a phone may leave.
 */
export function timeFormatOf(at: number, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const hourCycle = HOUR_CYCLES[i18n.hourStyle];
  const all = { ...options, ...(hourCycle && { hourCycle }) };
  const key = `${i18n.locale} ${new Date(at).getTimezoneOffset()} ${JSON.stringify(all)}`;
  const known = formats.get(key);
  if (known) return known;
  const created = new Intl.DateTimeFormat(i18n.locale, all);
  // With 24 hours the times of a list align: "00:50" above "14:05".
  const isOf24 = options.hour !== undefined && created.resolvedOptions().hourCycle === 'h23';
  const format = isOf24 ? new Intl.DateTimeFormat(i18n.locale, { ...all, hour: '2-digit' }) : created;
  formats.set(key, format);
  return format;
}

/** Formats a time of day, "14:05" or "2:05 PM". Takes ms since the epoch. Reactive, as all here. */
export function clockTime(at: number): string {
  return timeFormatOf(at, TIME).format(at);
}

/**
 * Formats a day and time, "21 Nov, 14:05" in the region's order, with the year if it is not the present one. Both are in
 * ms since the epoch.
 */
export function dayAndTime(at: number, now = Date.now()): string {
  return timeFormatOf(at, { ...yearOf(at, now), day: 'numeric', month: 'short', ...TIME }).format(at);
}

/** Formats a day, "29 November" in the region's order, with the year if it is not the present one. Takes ms since the epoch. */
export const dayOf = (at: number, now = Date.now()): string =>
  timeFormatOf(at, { ...yearOf(at, now), day: 'numeric', month: 'long' }).format(at);

/** The format of the year; none for the present one. */
const yearOf = (at: number, now: number): Intl.DateTimeFormatOptions =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' };

/** Formats the time since when something lasts: "14:05" if that was today, else "21 Nov, 14:05". Both are in ms. */
export const sinceTime = (at: number, now: number): string =>
  isSameDay(at, now) ? clockTime(at) : dayAndTime(at, now);

/** Whether two times, in ms since the epoch, are of one day here. */
export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** This screen's time zone, as an IANA name. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
