import type { Hazard } from '#shared/hazard-names';
import { hazardOf, namedHazardOf, reportedAlarmOf } from '#shared/hazards';
import type { Device } from '#shared/home';

/** What a binary sensor detects. `tripped` is anything else. It is the name of its icon too. */
export type Detected = Hazard | 'motion' | 'door' | 'window' | 'tripped';

/** The meaning of a binary sensor's reports. */
export interface Meaning {
  readonly detected: Detected;
  /** A `hazard` is an alarm whether the sensor is armed or not; an `opening` can be left open. */
  readonly nature: 'hazard' | 'opening' | 'motion' | 'other';
}

const MOTION: Meaning = { detected: 'motion', nature: 'motion' };
const DOOR: Meaning = { detected: 'door', nature: 'opening' };
const WINDOW: Meaning = { detected: 'window', nature: 'opening' };
const OTHER: Meaning = { detected: 'tripped', nature: 'other' };
/** Of a node's own heat. */
const HOT: Meaning = { detected: 'heat', nature: 'other' };

/** Meanings by role [O]. `BinaryGenericSensor` has none. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['BinaryMotionSensor', MOTION],
  ['BinaryDoorSensor', DOOR],
  ['BinaryWindowSensor', WINDOW]
]);

/** Meanings by type, if the role has none [A]. */
const MEANINGS_BY_TYPE: ReadonlyMap<string, Meaning> = new Map([
  ['DevDoor', DOOR],
  ['DevMotion', MOTION]
]);

/** Returns the meaning of a binary sensor: a hazard, or by its role, by its type, or the general one. */
export function meaningOf(device: Pick<Device, 'role' | 'type' | 'fault'>): Meaning {
  const hazard = hazardOf(device);
  if (hazard) return { detected: hazard, nature: 'hazard' };
  if (namedHazardOf(device) === 'heat') return HOT;
  return MEANINGS.get(device.role) ?? MEANINGS_BY_TYPE.get(device.type) ?? OTHER;
}

/** Whether a binary sensor raises an alarm: it reports a hazard, or is armed and tripped. A dead device counts too. */
export const isAlarm = (device: Device): boolean => reportedAlarmOf(device) !== undefined;
