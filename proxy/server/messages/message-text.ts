import type { AlarmKind } from '#shared/alarms';
import { preferredLanguage } from '#shared/language';

/** What a message tells: an alarm, that the controller cannot be reached, or that a door is left open. */
export type MessageKind = AlarmKind | 'blind' | 'left-open' | 'many';

/** All that leaves the house: what, which room and when. */
export interface AlarmMessage {
  /** The same for all messages of one alarm. */
  readonly tag: string;
  readonly kind: MessageKind;
  /** The name of its room; null for none. */
  readonly room: string | null;
  /** When it began, in ms since the epoch. */
  readonly at: number;
  /** When it ended; absent while it lasts. */
  readonly over?: number;
}

/** Who reads a message: the language, and the time zone of the times. */
export interface Reader {
  readonly language: string;
  readonly timeZone: string;
}

/** English and Ukrainian. Here and not among the texts of the pages: the proxy words messages, since a phone may show them without a page. */
const WORDS: Readonly<Record<MessageKind | 'over', readonly [string, string]>> = {
  smoke: ['Smoke', 'Дим'],
  co: ['Carbon monoxide', 'Чадний газ'],
  co2: ['Carbon dioxide', 'Вуглекислий газ'],
  gas: ['Gas', 'Газ'],
  heat: ['Heat', 'Жар'],
  leak: ['Water', 'Вода'],
  armed: ['Armed sensor tripped', 'Спрацював датчик під охороною'],
  drill: ['Drill: nobody is in danger', 'Навчальна тривога: ніхто не в небезпеці'],
  blind: ['Mantel can’t reach the controller', 'Mantel не бачить контролера'],
  'left-open': ['Left open', 'Залишено відчиненим'],
  many: [
    'More than 20 messages in an hour: look at the home',
    'Понад 20 повідомлень за годину: погляньте на дім'
  ],
  over: ['Over', 'Минулося']
};

/** Words a message: "Smoke · Kitchen" with "Sat 18:56"; once it has ended, "Over: Smoke · Kitchen" with "Sat 18:56 – 19:04". */
export function messageText(
  { kind, room, at, over }: AlarmMessage,
  { language, timeZone }: Reader
): { readonly title: string; readonly body: string } {
  const column = preferredLanguage(['uk'], [language]) === undefined ? 0 : 1;
  const what = [WORDS[kind][column], room].filter(Boolean).join(' · ');
  const time = formatOf(language, timeZone);
  return over === undefined
    ? { title: what, body: time.format(at) }
    : { title: `${WORDS.over[column]}: ${what}`, body: time.formatRange(at, over) };
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
