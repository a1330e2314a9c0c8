import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { MAX_KEPT, phraseOf } from '#shared/words';

/** What endangers life or the house. */
export type Hazard = 'smoke' | 'co' | 'co2' | 'gas' | 'heat' | 'leak';

/** A hazard, and how it is recognised by the words of a role or a type. */
interface HazardKind {
  readonly name: Hazard;
  /** How urgent it is: 0 is the most urgent. */
  readonly weight: number;
  /**
   * Fits a name without the words that say only that something is a sensor. Some words are certain: `KitchenSmokeSensor`.
   * Others must stand alone: a water sensor, but no water heater.
   */
  readonly words: RegExp;
}

/**
 * Everything that endangers life or the house. A name belongs to the first kind that it fits: carbon dioxide stands before
 * monoxide. What a Z-Wave JS server reports of each is in `proxy/zwave-js/hazards.ts`.
 */
export const HAZARDS: readonly HazardKind[] = [
  { name: 'smoke', weight: 0, words: /\bsmoke\b|^fire$/ },
  { name: 'co2', weight: 1, words: /^co 2$|dioxide$/ },
  { name: 'co', weight: 0, words: /monoxide\b|^co$/ },
  { name: 'gas', weight: 0, words: /\b(gas|lpg|methane|propane|butane)( leak\w*)?$/ },
  { name: 'heat', weight: 1, words: /\boverheat|^(over )?heat$/ },
  { name: 'leak', weight: 2, words: /\b(leak|flood)(s|ing|age)?\b|^(water|moisture)$/ }
];

/** Words with which neither a role nor a type is a hazard, whatever else is in it. */
const OTHER_THINGS = /\b(test|silence|dust|maint|tamper|batter|fault|valve|light|lamp|machine)/;

/** Words that say of a sensor only that it is one. */
const SENSOR_WORDS = /\b(dev|device|binary|sensors?|detect\w*|alarm|alert|warning|status|contact) ?/g;

/** The ends of names that are written as one word, such as `smokedetector`. */
const ENDS = /\B(sensor|detector|alarm|leak)\b/g;

/**
 * Returns what a binary sensor warns of, by its role, else by its type; undefined for any other. A role that a door, a window
 * or motion has says that it is no hazard, whatever its type is [O].
 */
export const hazardOf = ({ role, type }: Pick<Device, 'role' | 'type'>): Hazard | undefined =>
  hazardIn(role) ?? (HARMLESS_ROLES.includes(role) ? undefined : hazardIn(type));

/** Roles [O] that say what a sensor of any type detects. */
const HARMLESS_ROLES = ['BinaryMotionSensor', 'BinaryDoorSensor', 'BinaryWindowSensor'];

const kept = new Map<string, Hazard | undefined>();

function hazardIn(text: string): Hazard | undefined {
  const phrase = phraseOf(text);
  if (kept.has(phrase)) return kept.get(phrase);
  const found = hazardOfPhrase(phrase);
  if (kept.size < MAX_KEPT) kept.set(phrase, found);
  return found;
}

function hazardOfPhrase(phrase: string): Hazard | undefined {
  if (OTHER_THINGS.test(phrase)) return undefined;
  const rest = phrase.replace(ENDS, ' $1').replace(SENSOR_WORDS, '').trim();
  const unnumbered = rest.replace(/ \d+$/, '');
  return HAZARDS.find(({ words }) => words.test(rest) || words.test(unnumbered))?.name;
}

/** Whether a device is a binary sensor: by its interface, or by a type or role that names what it detects. */
export const isContact = ({ interfaces, params, type, role }: Device): boolean =>
  interfaces.includes('SensorBinary') ||
  ('Tripped' in params &&
    (SENSING_TYPES.includes(type) ||
      hazardOf({ role, type: '' }) !== undefined ||
      hazardOf({ role: '', type }) !== undefined));

/** Types that are binary sensors whatever their interfaces are [A]. */
const SENSING_TYPES = ['DevDoor', 'DevMotion'];

/** Whether a device is a sensor of a hazard. It warns even if it is hidden. */
export const isHazardSensor = (device: Device): boolean =>
  isContact(device) && hazardOf(device) !== undefined;

/** Whether a device is a binary sensor that is tripped. A dead one counts too, since a smoke sensor may burn. */
export const isTripped = (device: Device): boolean =>
  isContact(device) && readSensorBinary(device.params).isTripped === true;

/** The hazard that a device reports now, whether it responds or not; undefined for none. */
export const reportedHazardOf = (device: Device): Hazard | undefined =>
  isTripped(device) ? hazardOf(device) : undefined;

/** How urgent a hazard is: 0 is the most urgent. */
export const weightOf = (hazard: Hazard): number => HAZARDS.find(({ name }) => name === hazard)?.weight ?? 0;
