import { sortConditions, type Condition } from '#shared/conditions';
import { CLASS } from './classes';
import type { NodeState, NodeValue } from './protocol';

/** What a state of a notification tells of its node: a condition, a battery that is low, or null if nothing is said of it. */
type Told = Condition | 'battery-low' | null;

/**
 * What the states of notifications tell of the node itself, by the notification's type and the state (Z-Wave notification registry). Within a
 * type each state has one number, whatever its variable is called. States that are not listed tell of the home: they are sensors.
 */
const TOLD: ReadonlyMap<number, Readonly<Record<number, Told>>> = new Map([
  // Smoke.
  [1, { 3: 'test', 4: 'replace', 5: 'end-of-life', 6: 'silenced', 7: 'inspection', 8: 'dust' }],
  // Carbon monoxide and carbon dioxide.
  [2, { 3: 'test', 4: 'replace', 5: 'end-of-life', 6: 'silenced', 7: 'inspection' }],
  [3, { 3: 'test', 4: 'replace', 5: 'end-of-life', 6: 'silenced', 7: 'inspection' }],
  // Heat.
  [4, { 7: 'test', 8: 'end-of-life', 9: 'silenced', 10: 'dust', 11: 'inspection' }],
  // Water.
  [5, { 5: 'filter' }],
  // Access control: the mechanism of a lock, its keypad, and the parts of a barrier.
  [
    6,
    {
      11: 'jammed',
      16: 'keypad-blocked',
      17: null,
      73: 'malfunction',
      74: 'sensor-battery',
      75: 'short-circuit'
    }
  ],
  // Home security.
  [7, { 3: 'tamper' }],
  // Power management. Over-load, 8, is a sensor.
  [
    8,
    {
      1: null,
      2: 'power-lost',
      3: null,
      6: 'over-current',
      7: 'over-voltage',
      9: 'load-error',
      10: 'battery-low',
      11: 'battery-low',
      12: 'charging',
      13: null,
      14: 'battery-low',
      15: 'battery-low',
      16: 'backup-battery',
      17: 'maintenance',
      18: 'backup-battery'
    }
  ],
  // System.
  [
    9,
    {
      1: 'hardware-failure',
      2: 'software-failure',
      3: 'hardware-failure',
      4: 'software-failure',
      6: 'tamper',
      7: 'shut-off'
    }
  ],
  // Appliance: its program, and what it cannot do.
  [
    12,
    {
      1: 'running',
      2: 'running',
      3: null,
      4: 'filter',
      5: 'malfunction',
      6: 'running',
      7: 'malfunction',
      8: 'running',
      9: 'malfunction',
      10: 'running',
      11: 'malfunction',
      12: 'running',
      13: 'malfunction',
      14: 'running',
      15: 'malfunction',
      16: 'running',
      17: 'malfunction',
      18: 'running',
      19: 'malfunction',
      20: 'malfunction',
      21: 'malfunction'
    }
  ],
  // Water valve.
  [15, { 3: 'short-circuit', 4: 'short-circuit', 5: 'malfunction', 6: 'malfunction', 7: 'jammed' }],
  // Irrigation: it is not set up.
  [17, { 5: 'maintenance' }],
  // Gas.
  [18, { 5: 'test', 6: 'replace' }]
]);

/** The types whose variables all tell of the node, but for its load. */
const POWER = 8;
const SYSTEM = 9;
const OVER_LOAD = 8;
const OVER_LOAD_NAME = 'Over-load status';

/** The begins of names of variables that tell of the node, also of types and states that a later driver may add. */
const OWN_NAME =
  /^(alarm|test|(battery )?maintenance|periodic inspection|dust|silenced|hardware|software|cover)\b/i;
/** The states of a type that warn come first: a variable that has one is a sensor, whatever it is called. */
const LAST_WARNING = 2;

/** A variable that is never idle again keeps its last state: a test that is over is no test. */
const LASTING_TEST = 'Test status';
/** What its second byte says of a test that failed. */
const TEST_FAILED = 2;

/** The number of a state without its parameter: a value that has one holds the state in its upper byte. */
const stateOf = (value: number) => (value > 0xff ? value >> 8 : value);

/** Whether a value of a notification tells of its node itself, so that it is no device. */
export function isOfNode({
  commandClass,
  propertyKey,
  metadata: { ccSpecific, states }
}: NodeValue): boolean {
  const { notificationType: type = 0 } = ccSpecific;
  if (commandClass !== CLASS.notification || propertyKey === undefined) return false;
  const name = String(propertyKey);
  const numbers = Object.keys(states)
    .map((state) => stateOf(Number(state)))
    .filter((state) => state !== 0);
  if (type === SYSTEM) return true;
  if (type === POWER) return name !== OVER_LOAD_NAME && !numbers.includes(OVER_LOAD);
  const known = TOLD.get(type) ?? {};
  if (numbers.length > 0 && numbers.every((state) => state in known)) return true;
  return OWN_NAME.test(name) && numbers.every((state) => state > LAST_WARNING);
}

/** What a value of a notification tells of its node now; null for nothing. */
export function toldBy(reading: NodeValue): Told {
  const { propertyKey, value, metadata } = reading;
  if (typeof value !== 'number' || !isOfNode(reading)) return null;
  const state = stateOf(value);
  const told = TOLD.get(metadata.ccSpecific.notificationType ?? 0)?.[state] ?? null;
  if (propertyKey !== LASTING_TEST) return told;
  return value > 0xff && (value & 0xff) === TEST_FAILED ? 'test-failed' : null;
}

/** The parameters of a node's main device that tell of the node itself. */
export interface NodeConditions {
  /** What it reports of itself; absent if it has no variables for that. */
  readonly conditions?: readonly Condition[];
  /** Whether it says itself that its battery is low; absent if it says nothing of it. */
  readonly batteryLow?: boolean;
}

/** What a node reports of itself in all its endpoints. */
export function conditionsOf({ values }: Pick<NodeState, 'values'>): NodeConditions {
  const variables = values.filter(isOfNode);
  const told = variables.map(toldBy);
  const flags = values.flatMap(({ commandClass, property, value }) =>
    commandClass === CLASS.battery && property === 'isLow' && typeof value === 'boolean' ? [value] : []
  );
  const ofBattery = variables.filter(({ metadata }) => tellsOfBattery(metadata));
  const isKnown = flags.length > 0 || ofBattery.length > 0;
  return {
    ...(variables.length > 0 && { conditions: sortConditions(told) }),
    ...(isKnown && { batteryLow: flags.includes(true) || told.includes('battery-low') })
  };
}

const tellsOfBattery = ({ ccSpecific, states }: NodeValue['metadata']): boolean =>
  Object.keys(states).some(
    (state) => TOLD.get(ccSpecific.notificationType ?? 0)?.[Number(state)] === 'battery-low'
  );
