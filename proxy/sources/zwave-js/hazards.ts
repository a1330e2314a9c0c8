import type { Hazard } from '#shared/hazards';

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
