import type { Device } from '#shared/home';

/** What a binary sensor detects. `tripped` is anything else. It is the name of its icon too. */
export type Detected = 'motion' | 'smoke' | 'leak' | 'door' | 'window' | 'tripped';

/** The meaning of a binary sensor's reports. */
export interface Meaning {
  readonly detected: Detected;
  /** A `hazard` is an alarm whether the sensor is armed or not; an `opening` can be left open. */
  readonly nature: 'hazard' | 'opening' | 'motion' | 'other';
}

const MOTION: Meaning = { detected: 'motion', nature: 'motion' };
const SMOKE: Meaning = { detected: 'smoke', nature: 'hazard' };
const LEAK: Meaning = { detected: 'leak', nature: 'hazard' };
const DOOR: Meaning = { detected: 'door', nature: 'opening' };
const WINDOW: Meaning = { detected: 'window', nature: 'opening' };
const OTHER: Meaning = { detected: 'tripped', nature: 'other' };

/** Meanings by role [O]. `BinaryGenericSensor` has none. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['BinaryMotionSensor', MOTION],
  ['BinarySmokeSensor', SMOKE],
  ['BinaryLeakingSensor', LEAK],
  ['BinaryDoorSensor', DOOR],
  ['BinaryWindowSensor', WINDOW]
]);

/** Meanings by type, if the role has none [A]. */
const MEANINGS_BY_TYPE: ReadonlyMap<string, Meaning> = new Map([
  ['DevSmoke', SMOKE],
  ['DevFlood', LEAK],
  ['DevDoor', DOOR],
  ['DevMotion', MOTION]
]);

/** Returns the meaning of a binary sensor: by its role, by its type, or the general one. */
export function meaningOf({ role, type }: Pick<Device, 'role' | 'type'>): Meaning {
  return MEANINGS.get(role) ?? MEANINGS_BY_TYPE.get(type) ?? OTHER;
}

/** Whether a type alone makes a device a binary sensor, whatever its interfaces are. */
export const isSensingType = (type: string): boolean => MEANINGS_BY_TYPE.has(type);
