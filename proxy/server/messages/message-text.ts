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

type Words = Readonly<Record<MessageKind | 'over', string>>;

/** Here and not among the messages of the pages: the proxy words them, since a phone may show them without a page. */
const WORDS: Readonly<Record<'en' | 'uk', Words>> = {
  en: {
    smoke: 'Smoke',
    co: 'Carbon monoxide',
    co2: 'Carbon dioxide',
    gas: 'Gas',
    heat: 'Heat',
    leak: 'Water',
    armed: 'Armed sensor tripped',
    drill: 'Drill: nobody is in danger',
    blind: 'Mantel can’t reach the controller',
    'left-open': 'Left open',
    many: 'More than 20 messages in an hour: look at the home',
    over: 'Over'
  },
  uk: {
    smoke: 'Дим',
    co: 'Чадний газ',
    co2: 'Вуглекислий газ',
    gas: 'Газ',
    heat: 'Жар',
    leak: 'Вода',
    armed: 'Спрацював датчик під охороною',
    drill: 'Навчальна тривога: ніхто не в небезпеці',
    blind: 'Mantel не бачить контролера',
    'left-open': 'Залишено відчиненим',
    many: 'Понад 20 повідомлень за годину: погляньте на дім',
    over: 'Минулося'
  }
};

/** Words a message: "Smoke · Kitchen" with "Sat 18:56"; once it has ended, "Over: Smoke · Kitchen" with "Sat 18:56 – 19:04". */
export function messageText(
  { kind, room, at, over }: AlarmMessage,
  { language, timeZone }: Reader
): { readonly title: string; readonly body: string } {
  const known = preferredLanguage(['uk'], [language]) === 'uk' ? 'uk' : 'en';
  const words = WORDS[known];
  const what = [words[kind], room].filter(Boolean).join(' · ');
  const time = formatOf(language, timeZone);
  return over === undefined
    ? { title: what, body: time.format(at) }
    : { title: `${words.over}: ${what}`, body: time.formatRange(at, over) };
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
