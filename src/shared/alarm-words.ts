import type { AlarmKind } from '#shared/alarms';
import type { NodeFault } from '#shared/home';

/**
 * What a message tells: an alarm, that the controller cannot be reached, that a door is left open, that an armed sensor does not guard, that
 * a module is too hot or overloaded, or that there are too many messages.
 */
export type MessageKind = AlarmKind | 'blind' | 'left-open' | 'unguarded' | NodeFault | 'many';

/** In English and in Ukrainian. Not among the texts of the pages: the proxy words messages, since a phone may show them without a page. */
const WORDS = {
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
  unguarded: ['Not guarded', 'Без охорони'],
  overheated: ['Too hot', 'Перегрів'],
  overloaded: ['Overloaded', 'Перевантаження'],
  many: ['Too many messages this hour: look at the home', 'Забагато сповіщень за годину: погляньте на дім']
} as const satisfies Readonly<Record<MessageKind, readonly [string, string]>>;

/** Whether something has a word here. */
export const isWorded = (kind: string): kind is MessageKind => Object.hasOwn(WORDS, kind);

/** The word for what a message tells: "Smoke". `language`: a BCP 47 tag; English for all but Ukrainian. */
export const alarmWord = (kind: keyof typeof WORDS, language: string): string =>
  WORDS[kind][/^uk\b/i.test(language) ? 1 : 0];
