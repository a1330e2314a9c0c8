import type { Hazard } from '#shared/hazard-names';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { memoize, phraseOf } from '#shared/words';

/** A hazard, and how it is recognised by the words of a role or a type. */
interface HazardKind {
  readonly name: Hazard;
  /** How urgent it is: 0 is the most urgent. */
  readonly weight: number;
  /** Fits a name as `sensorPhraseOf` writes it. */
  readonly words: RegExp;
}

/** Words that are certain, and words that must stand alone or beside "sensor": a water sensor, but no water heater. */
const named = (certain: string, sensed: string) =>
  new RegExp(`${certain}|\\b(${sensed}) sensor\\b|^(sensor )?(${sensed})( \\d+)?$`);

/**
 * Everything that endangers life or the house. A name belongs to the first kind that it fits: carbon dioxide stands before
 * monoxide. What a Z-Wave JS server reports of each is in `proxy/sources/zwave-js/hazards.ts`. A hazard is part of `modelOf`: with
 * a new word here, sensors that have it are other devices, and the names that they were given are set aside.
 */
export const HAZARDS: readonly HazardKind[] = [
  { name: 'smoke', weight: 0, words: named('smoke\\b', 'fire|flame') },
  { name: 'co2', weight: 1, words: /(\bco 2|dioxide)( sensor\b|( \d+)?$)/ },
  { name: 'co', weight: 0, words: named('monoxide\\b|\\bco$', 'co') },
  { name: 'gas', weight: 0, words: /\b(gas|lpg|methane|propane|butane)( leak\w*)?( sensor\b|( \d+)?$)/ },
  { name: 'heat', weight: 1, words: named('\\bover ?(heat|temp)', 'heat') },
  { name: 'leak', weight: 2, words: named('(leak|flood|overflow)(s|ing|age)?\\b', 'water|moisture') }
];

/** What a role may say that a sensor of any type detects [O]: it has nothing to do with a hazard. */
const HARMLESS = /^(motion|door|window)( sensor)?( \d+)?$|\b(over ?load\w*|earth)\b(?! room)/;
/** What a role may say that a sensor tells of its own device [O]: that is no hazard either. */
const OWN =
  /^batter(y|ies)( sensor)?( \d+)?$|\b(tests?|testing|self ?test|silen\w*|mute\w*|hush|dust|maint(enance)?|tamper\w*|faults?|trouble|malfunction|over ?current|end of life|low batt?(ery)?|batt?(ery)? (low|level|empty|critical|replace\w*))\b(?! room)/;
/** Those of them about which a person has to do something. A cover, a test and a silenced alarm were begun by somebody. */
const DUE = /\b(batt|dust|maint|fault|trouble|malfunction|over ?current|end of life)/;
/** Words with which a name is no hazard, unless it certainly names one: "Washing machine leak". */
const OTHER_THINGS =
  /\b(valve|light|lamp|machine|current|soil|plant|pool|hot water|floor heat|low (heat|water)|under ?(heat|temp))/;
/** A hazard at the end of a name, or beside "sensor". */
const CERTAIN = /\b(smoke|leak\w*|flood)( sensor\b|( \d+)?$)/;

/** The ends of names that are written as one word, such as `waterleakdetector`, and their begins: `binarycosensor`. */
const ENDS = /\B(sensors?|detectors?|alarms?|leak(age|ing)?)(?=(sensors?|detectors?|alarms?)?\b)/g;
const BEGINS = /^(dev(?!ice)|binary)(?=[a-z])/;

/** A name's words without those that say only that it is one of a device, and with "sensor" for each that says just that. */
const sensorPhraseOf = (name: string) =>
  phraseOf(name)
    .replace(BEGINS, '$1 ')
    .replace(ENDS, ' $1')
    .replace(/\b(dev|device|binary|status|contact)( |$)/g, '')
    .replace(/\b(sensors|detect\w*|alarms?|alert|warning)\b/g, 'sensor')
    .trim();

/** What a role or a type says: a hazard, 'none' if it says that there is none, 'own' if it is about the device itself, or nothing. */
const saidBy = memoize((name): Hazard | 'none' | 'own' | '' => {
  const phrase = sensorPhraseOf(name);
  if (HARMLESS.test(phrase)) return 'none';
  if (OWN.test(phrase)) return 'own';
  if (OTHER_THINGS.test(phrase) && !CERTAIN.test(phrase)) return '';
  return HAZARDS.find(({ words }) => words.test(phrase))?.name ?? '';
});

/** Returns the hazard that a device's role names, else its type; undefined for none. */
export function namedHazardOf({ role, type }: Pick<Device, 'role' | 'type'>): Hazard | undefined {
  const said = saidBy(role) || saidBy(type);
  return said === 'none' || said === 'own' || said === '' ? undefined : said;
}

/** Returns what a binary sensor warns of; undefined for any other. That a lamp or a shutter is hot endangers no home: see `Device.fault`. */
export function hazardOf(device: Pick<Device, 'role' | 'type' | 'fault'>): Hazard | undefined {
  const named = namedHazardOf(device);
  return named === 'heat' && device.fault !== undefined ? undefined : named;
}

/** Whether a device is a binary sensor: by its interface, or by a type or role that names what it detects. */
export const isContact = ({ interfaces, params, type, role }: Device): boolean =>
  interfaces.includes('SensorBinary') ||
  ('Tripped' in params &&
    (SENSING_TYPES.includes(type) ||
      [role, type].some((name) => namedHazardOf({ role: name, type: '' }) !== undefined)));

/** Types that are binary sensors whatever their interfaces are [A]. */
const SENSING_TYPES = ['DevDoor', 'DevMotion'];

/**
 * Whether a device is a binary sensor that tells of its own device, by its role, else its type: its cover was opened, it is being tested, its
 * battery is low. What senses its node's heat or load is none, see `isFaultSensor`.
 */
export const isFactSensor = (device: Device): boolean =>
  isContact(device) && (saidBy(device.role) || saidBy(device.type)) === 'own';

/** Whether a device is an `isFactSensor` of what needs a person once it is tripped: a battery, a fault, the end of its life. */
export const isDueFactSensor = (device: Device): boolean =>
  isFactSensor(device) && DUE.test(sensorPhraseOf(saidBy(device.role) === '' ? device.type : device.role));

/** Whether a device is a sensor of a hazard. It warns even if it is hidden. */
export const isHazardSensor = (device: Device): boolean =>
  isContact(device) && hazardOf(device) !== undefined;

/** Whether a device is a binary sensor that is tripped. A dead one counts too, since a smoke sensor may burn. */
export const isTripped = (device: Device): boolean =>
  isContact(device) && readSensorBinary(device.params).isTripped === true;

/** Whether a device is a binary sensor of heat: of a room, or of its own node. */
export const isHeatSensor = (device: Device): boolean =>
  isContact(device) && namedHazardOf(device) === 'heat';

/** Whether a device is a binary sensor of over-load, which is never a hazard. */
export const isOverloadSensor = (device: Device): boolean =>
  isContact(device) && [device.role, device.type].some((name) => /\bover ?load/.test(phraseOf(name)));

/** Whether a device is a sensor of its own node's heat or load: see `Device.fault`. It warns of no hazard. */
export const isFaultSensor = (device: Device): boolean =>
  device.fault !== undefined && (isHeatSensor(device) || isOverloadSensor(device));

/** The hazard that a device reports now, whether it responds or not; undefined for none. */
export const reportedHazardOf = (device: Device): Hazard | undefined =>
  isTripped(device) ? hazardOf(device) : undefined;

/**
 * What a device alarms of now: the hazard that it reports, or that it is armed and tripped; undefined for nothing, for what it tells of its own
 * node, and for what was tripped when it was armed.
 */
export function reportedAlarmOf(device: Device): Hazard | 'armed' | undefined {
  if (!isTripped(device)) return undefined;
  const mayAlarm = !isFaultSensor(device) && !device.isUnguarded;
  const isAlarm = mayAlarm && readSensorBinary(device.params).isArmed === true;
  return hazardOf(device) ?? (isAlarm ? 'armed' : undefined);
}

/** Whether a device alarms once it is tripped: a sensor of a hazard, or an armed one. */
export const mayAlarm = (device: Device): boolean =>
  isContact(device) &&
  reportedAlarmOf({ ...device, params: { ...device.params, Tripped: true } }) !== undefined;

/** Whether an alarm of this kind is one of a hazard. */
export const isHazard = (kind: string): kind is Hazard => HAZARDS.some(({ name }) => name === kind);

/** The weight of what is no hazard, such as an armed sensor: every hazard is more urgent. */
const OTHER_WEIGHT = 9;

/** How urgent an alarm is: 0 is the most urgent. */
export const weightOf = (kind: string): number =>
  HAZARDS.find(({ name }) => name === kind)?.weight ?? OTHER_WEIGHT;
