import type { Hazard } from '#shared/hazard-names';
import { sirenOrValveNamed } from '#shared/siren-valve';
import {
  ALARM_SENSOR,
  ALARM_SENSORS,
  BINARY_SWITCH,
  CLASS,
  NOTIFICATION_SENSOR,
  SIREN,
  SOUND_SWITCH,
  VALVE
} from './classes';
import { commandClassesOf, deviceClassesOf, productPhraseOf } from './node-kind';
import type { NodeState } from './protocol';

/** How Z-Wave reports a hazard. */
interface RadioHazard {
  /** The role of its sensors in API v2. */
  readonly role: string;
  /** The type of a binary sensor (command class 48). */
  readonly binaryType?: number;
  /** The type of a notification (command class 113), and its variables with the states that are the alarm. */
  readonly notification: {
    readonly type: number;
    readonly states: Readonly<Record<string, readonly number[]>>;
    /** Alarms that a node tells once: they are no state of a variable, and nothing says that they are over. */
    readonly events?: readonly number[];
  };
}

/** "Detected", with and without a location. */
const DETECTED = { 'Sensor status': [1, 2] };

/**
 * All hazards. Tests, silenced alarms, maintenance, dust and low temperatures are other states or variables of these
 * notifications.
 */
const BY_HAZARD: Readonly<Record<Hazard, RadioHazard>> = {
  smoke: { role: 'BinarySmokeSensor', binaryType: 2, notification: { type: 1, states: DETECTED } },
  co: { role: 'BinaryCOSensor', binaryType: 3, notification: { type: 2, states: DETECTED } },
  co2: { role: 'BinaryCO2Sensor', binaryType: 4, notification: { type: 3, states: DETECTED } },
  gas: {
    role: 'BinaryGasSensor',
    notification: { type: 18, states: { 'Combustible gas status': [1, 2], 'Toxic gas status': [3, 4] } }
  },
  heat: {
    role: 'BinaryHeatSensor',
    binaryType: 5,
    // Too hot, and a rapid rise.
    notification: { type: 4, states: { 'Heat sensor status': [1, 2] }, events: [3, 4] }
  },
  leak: { role: 'BinaryLeakingSensor', binaryType: 6, notification: { type: 5, states: DETECTED } }
};

/** What Z-Wave reports of hazards. */
export const RADIO_HAZARDS: readonly RadioHazard[] = Object.values(BY_HAZARD);

/** The types of the notifications of a siren and of a water valve. */
const SIREN_NOTIFICATION = 14;
const VALVE_NOTIFICATION = 15;

/** The types of notifications of detectors. A lamp or a shutter may report its own heat, and no other of them. */
const DETECTOR_NOTIFICATIONS = Object.values(BY_HAZARD)
  .filter((each) => each !== BY_HAZARD.heat)
  .map(({ notification }) => notification.type);

/**
 * The interfaces by which a node is known that reports alarms or sounds them, though no value of it becomes a device: its heat is a hazard
 * of the home, see `withFaults`. And those of a siren and a valve, also by the label of the product: its switches ask, see
 * `sirenOrValveOf`.
 */
export function alarmInterfacesOf(node: NodeState): readonly string[] {
  const classes = commandClassesOf(node);
  const kinds = deviceClassesOf(node);
  const notifications = node.values
    .filter(({ commandClass }) => commandClass === CLASS.notification)
    .map(({ metadata }) => metadata.ccSpecific.notificationType ?? 0);
  const isAlarm =
    classes.includes(ALARM_SENSOR) ||
    node.deviceClass?.generic.key === NOTIFICATION_SENSOR ||
    kinds.some((kind) => kind?.generic.key === ALARM_SENSORS) ||
    notifications.some((type) => DETECTOR_NOTIFICATIONS.includes(type));
  const named = sirenOrValveNamed(productPhraseOf(node));
  const isSwitch = (specific: number) =>
    kinds.some((kind) => kind?.generic.key === BINARY_SWITCH && kind.specific.key === specific);
  const isSiren =
    classes.includes(SOUND_SWITCH) ||
    isSwitch(SIREN) ||
    notifications.includes(SIREN_NOTIFICATION) ||
    named === 'siren';
  const isValve = isSwitch(VALVE) || notifications.includes(VALVE_NOTIFICATION) || named === 'valve';
  return [...(isAlarm ? ['AlarmSensor'] : []), ...(isSiren ? ['Siren'] : []), ...(isValve ? ['Valve'] : [])];
}
