import type { Device } from '#shared/home';
import { type Group, groupOf, hasControl } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { isAlarm, meaningOf, type Detected } from '#shared/meaning';
import { isActive } from '$lib/kinds/active';
import { chargeOf, hasBattery, isBatteryLow } from '$lib/kinds/battery';
import { quantityOf } from '$lib/kinds/reading';
import { isOpening } from '$lib/kinds/room-summary';
import { fold } from './match';

/** A word that means a kind or a state of devices, whatever the language of the page is. */
interface Term {
  /** The beginnings of its words in English and Ukrainian, folded. */
  readonly stems: readonly string[];
  /** Words that match only as a whole. */
  readonly words?: readonly string[];
  readonly fits: (device: Device) => boolean;
}

const inGroup = (group: Group) => (device: Device) => groupOf(device) === group;
const detects = (detected: Detected) => (device: Device) =>
  hasControl(device, 'contact') && meaningOf(device).detected === detected;
const isNow = (device: Device) => device.alive && isActive(device) === true;
const isIdle = (device: Device) => device.alive && isActive(device) === false;
const canOpen = (device: Device) =>
  isOpening(device) || groupOf(device) === 'shutters' || groupOf(device) === 'entrances';
const canSwitch = (device: Device) => groupOf(device) === 'lights' || groupOf(device) === 'switches';

const TERMS: readonly Term[] = [
  // States
  { stems: ['open', 'відчинен', 'відкрит'], fits: (device) => canOpen(device) && isNow(device) },
  { stems: ['close', 'shut', 'зачинен', 'закрит'], fits: (device) => canOpen(device) && isIdle(device) },
  {
    stems: ['увімк', 'ввімк', 'включен'],
    words: ['on'],
    fits: (device) => canSwitch(device) && isNow(device)
  },
  { stems: ['вимкн', 'виключен'], words: ['off'], fits: (device) => canSwitch(device) && isIdle(device) },
  { stems: ['low', 'empty', 'розрядж'], fits: isBatteryLow },
  {
    stems: [
      'offline',
      'unavailable',
      'unreachable',
      'responding',
      'dead',
      'офлайн',
      'недоступн',
      'відповіда'
    ],
    fits: ({ alive }) => !alive
  },
  { stems: ['alarm', 'тривог', 'тривож'], fits: isAlarm },
  // Kinds
  { stems: ['batter', 'батаре', 'акумулятор'], fits: hasBattery },
  { stems: ['window', 'вікн', 'вікон'], fits: detects('window') },
  { stems: ['door', 'двер'], fits: detects('door') },
  { stems: ['light', 'lamp', 'bulb', 'світл', 'світил', 'ламп'], fits: inGroup('lights') },
  { stems: ['switch', 'socket', 'plug', 'вимикач', 'розетк'], fits: inGroup('switches') },
  { stems: ['shutter', 'blind', 'curtain', 'ролет', 'жалюз', 'штор'], fits: inGroup('shutters') },
  { stems: ['gate', 'barrier', 'entrance', 'ворот', 'шлагбаум'], fits: inGroup('entrances') },
  { stems: ['thermostat', 'heat', 'climate', 'термостат', 'опален', 'клімат'], fits: inGroup('climate') },
  { stems: ['temperature', 'температур'], fits: (device) => quantityOf(device) === 'temperature' },
  { stems: ['humid', 'волог'], fits: (device) => quantityOf(device) === 'humidity' },
  { stems: ['motion', 'movement', 'рух'], fits: detects('motion') },
  { stems: ['smoke', 'fire', 'дим', 'пожеж'], fits: detects('smoke') },
  { stems: ['monoxide', 'чадн'], fits: detects('co') },
  { stems: ['gas', 'газ'], fits: detects('gas') },
  { stems: ['leak', 'water', 'flood', 'протік', 'протіка', 'вода'], fits: detects('leak') },
  { stems: ['lock', 'замок', 'замк'], fits: isLock }
];

/** The words before "responding" that add nothing: "not responding". */
const NOT_RESPONDING = /(^|\s)(?:not|isn['’]t|aren['’]t|не)\s+(?=respond|відповіда)/gu;
/** The least letters of a word that may be the beginning of a term: shorter ones are the beginning of too many. */
const MIN_LETTERS = 3;
/** More than any charge in percent. */
const UNKNOWN_CHARGE = 1000;

/** The stems of all terms, the longest first: "shutters" is more than "shut". */
const STEMS = TERMS.flatMap((term) => term.stems.map((stem) => ({ stem: fold(stem), term }))).sort(
  (one, other) => other.stem.length - one.stem.length
);

/** Returns the term of a folded word; undefined if it has none. */
function termOf(word: string): Term | undefined {
  return (
    TERMS.find(({ words }) => words?.includes(word)) ??
    STEMS.find(({ stem }) => word.startsWith(stem))?.term ??
    (word.length >= MIN_LETTERS ? STEMS.find(({ stem }) => stem.startsWith(word))?.term : undefined)
  );
}

/**
 * Returns whether a device is what a query asks for: each word is a term that fits the device, or a part of the text.
 * Undefined if no word of the query is a term.
 */
export function compileQuery(query: string): ((device: Device, text: string) => boolean) | undefined {
  const words = fold(query).trim().replace(NOT_RESPONDING, '$1').split(/\s+/);
  const parts = words.map((word) => ({ word, term: termOf(word) }));
  if (parts.every(({ term }) => term === undefined)) return undefined;
  return (device, text) => {
    const folded = fold(text);
    const whole = folded.split(/\s+/);
    return parts.every(
      ({ word, term }) =>
        term?.fits(device) === true || (term?.words ? whole.includes(word) : folded.includes(word))
    );
  };
}

/** Whether a query asks for batteries. Then its results are shown by their charge. */
export const asksForBatteries = (query: string): boolean =>
  fold(query)
    .split(/\s+/)
    .some((word) => termOf(word)?.fits === hasBattery);

/** Compares devices by their charge. Those without a known one come last. */
export const compareCharges = (one: Device, other: Device): number =>
  (chargeOf(one) ?? UNKNOWN_CHARGE) - (chargeOf(other) ?? UNKNOWN_CHARGE);
