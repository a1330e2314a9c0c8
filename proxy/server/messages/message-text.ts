import { alarmWord, type MessageKind } from '#shared/alarm-words';
import type { WayAddress } from './messages';

/** All that leaves the house: what, which room and when. */
export interface AlarmMessage {
  /** The same for all messages of one alarm. */
  readonly tag: string;
  /** The id of its controller. */
  readonly controller: string;
  /** The name of its home, where the household has several. */
  readonly home?: string;
  readonly kind: MessageKind;
  /** The name of its room; null for none. */
  readonly room: string | null;
  /** When it began, in ms since the epoch. */
  readonly at: number;
  /** When it ended; absent while it lasts. */
  readonly over?: number;
}

/** Words a message: "Smoke · Kitchen" with "Sat 18:56"; once it has ended, "Over: Smoke · Kitchen" with "Sat 18:56 – 19:04". */
export function messageText(
  { kind, room, home, at, over }: AlarmMessage,
  { language, timeZone }: Pick<WayAddress, 'language' | 'timeZone'>
): { readonly title: string; readonly body: string } {
  const what = [alarmWord(kind, language), room, home].filter(Boolean).join(' · ');
  const time = formatOf(language, timeZone);
  return over === undefined
    ? { title: what, body: time.format(at) }
    : { title: `${alarmWord('over', language)}: ${what}`, body: time.formatRange(at, over) };
}

/** Formats a day of the week and a time. A language or a time zone that this machine does not know is its own. */
function formatOf(language: string, timeZone: string): Intl.DateTimeFormat {
  const options = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(undefined, options);
  }
}
