import { alarmWord, type MessageKind } from '#shared/alarm-words';
import { NODE_FAULTS } from '#shared/node-faults';
import { phrase } from './message-words';
import type { WayAddress } from './messages';

/** What a message tells of: what it is and where. */
export interface MessageLine {
  readonly kind: MessageKind;
  /** The name of its room; null for none. */
  readonly room: string | null;
  /** The name of its device, where somebody has to look after that one. */
  readonly name?: string;
  /** Why it does not guard. */
  readonly why?: 'open' | 'tripped' | 'silent';
}

/** All that leaves the house: what, which room and when. Times are ms since the epoch. */
export interface AlarmMessage {
  /** The same for all messages of one episode. */
  readonly tag: string;
  /** The id of its controller. */
  readonly controller: string;
  /** The name of its home, where the household has several. */
  readonly home?: string;
  /** Each place once, the most urgent first. At least one. */
  readonly lines: readonly [MessageLine, ...MessageLine[]];
  /** When it began, and for how long that is, in ms. */
  readonly at: number;
  readonly forMs: number;
  /** When it ended; absent while it lasts, and while it may begin again. */
  readonly over?: number;
  /** When it stood for the last time, if it may begin again. */
  readonly until?: number;
  /** When somebody has seen it, if that is what it tells, and at which screen, if its reader may know. */
  readonly seen?: { readonly at: number; readonly by?: string };
  /** Whether the phone sounds. */
  readonly rings: boolean;
  /** The ids of the alarms that its button says are seen; none for no button. */
  readonly alarms: readonly string[];
}

/** How many places a message names. */
const MAX_PLACES = 2;
/** A shorter time is none. */
const MINUTE_MS = 60_000;
/** A time of day means one of the last hours, in ms. */
const SOON_MS = 12 * 60 * MINUTE_MS;
/** A day of the week means one of the last six days, in ms. */
const WEEKDAY_MS = 6 * 24 * 60 * MINUTE_MS;

/**
 * Words a message: "Smoke: Kitchen, Hall and 3 more" with "Sat 18:56"; later "for 6 min · Sat 18:56"; "Seen on Hall tablet, 03:12"; once it
 * has ended, "Over · Smoke: Kitchen" with "Sat 18:56 – 19:04".
 */
export function messageText(
  { lines, home, at, over, until, seen, forMs }: AlarmMessage,
  { language, timeZone }: Pick<WayAddress, 'language' | 'timeZone'>
): { readonly title: string; readonly body: string } {
  const what = [whatOf(lines, language), home].filter(Boolean).join(' · ');
  const time = formatOf(language, timeZone, forMs);
  if (over !== undefined)
    return { title: `${phrase('over', language)} · ${what}`, body: time.formatRange(at, over) };
  if (seen) return { title: what, body: seenText(seen, at + forMs - seen.at, { language, timeZone }) };
  if (until !== undefined) return { title: what, body: time.formatRange(at, until) };
  const lasting = forMs < MINUTE_MS ? [] : [phrase('for', language, durationText(forMs, language))];
  return { title: what, body: [...lasting, time.format(at)].join(' · ') };
}

function whatOf(lines: AlarmMessage['lines'], language: string): string {
  const [first] = lines;
  const { name, why, kind } = first;
  const alone = why ?? NODE_FAULTS.find((fault) => fault === kind);
  if (lines.length === 1 && name !== undefined && alone) return phrase(alone, language, name);
  const named = lines.slice(0, MAX_PLACES).map((line, index) => {
    const place = line.name ?? line.room;
    const word = alarmWord(line.kind, language);
    if (place === null) return word;
    return lines[index - 1]?.kind === line.kind ? place : `${word}: ${place}`;
  });
  const more = lines.length - named.length;
  return more > 0 ? phrase('more', language, named.join(', '), more) : named.join(', ');
}

/** By whom it was seen, and when: that is told soon after it, so a time is enough. */
function seenText(
  { at, by }: NonNullable<AlarmMessage['seen']>,
  agoMs: number,
  { language, timeZone }: Pick<WayAddress, 'language' | 'timeZone'>
): string {
  const time = formatOf(language, timeZone, agoMs, SOON_MS).format(at);
  return by === undefined ? phrase('seen', language, time) : phrase('seenBy', language, by, time);
}

/** For how long something lasts: "6 min", "2 h", "3 days". */
function durationText(ms: number, language: string): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return phrase('minutes', language, minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? phrase('hours', language, hours) : phrase('days', language, Math.floor(hours / 24));
}

/**
 * Formats a day of the week and a time, since a phone may be looked at on another day; a date if that is more than six days ago. A language
 * or a time zone that this machine does not know is its own.
 * @param soonMs a time that is not as long ago needs no day
 */
function formatOf(language: string, timeZone: string, agoMs: number, soonMs = 0): Intl.DateTimeFormat {
  const options = optionsOf(agoMs, soonMs);
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(undefined, options);
  }
}

function optionsOf(agoMs: number, soonMs: number): Intl.DateTimeFormatOptions {
  if (agoMs < soonMs) return { timeStyle: 'short' };
  if (agoMs > WEEKDAY_MS) return { dateStyle: 'medium', timeStyle: 'short' };
  return { weekday: 'short', hour: 'numeric', minute: '2-digit' };
}

/** Formats of an hour of the day by time zone: one is made in a tenth of a millisecond, and asked each second of a night. */
const HOURS = new Map<string, Intl.DateTimeFormat>();
const MAX_HOURS = 50;

/** The hour of the day at a time, in ms since the epoch, where a message is read. */
export function hourAt(at: number, timeZone: string): number {
  const known = HOURS.get(timeZone) ?? hourFormatOf(timeZone);
  if (HOURS.size >= MAX_HOURS) HOURS.clear();
  HOURS.set(timeZone, known);
  return Number(known.format(at));
}

function hourFormatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', options);
  }
}
