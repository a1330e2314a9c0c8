import type { PlainKey } from '$lib/i18n/keys';
import type { IconName } from './device-icons';
import type { Device } from '#shared/home';

/** What a binary sensor detects, with the text keys of its states. */
export interface Meaning {
  readonly tripped: PlainKey;
  readonly idle: PlainKey;
  /** A `hazard` is an alarm whether the sensor is armed or not; an `opening` can be left open. */
  readonly nature: 'hazard' | 'opening' | 'motion' | 'other';
  readonly icon: IconName;
}

const MOTION: Meaning = {
  tripped: 'device.motion',
  idle: 'device.noMotion',
  nature: 'motion',
  icon: 'motion'
};
const SMOKE: Meaning = {
  tripped: 'device.smoke',
  idle: 'device.noSmoke',
  nature: 'hazard',
  icon: 'smoke'
};
const LEAK: Meaning = { tripped: 'device.leak', idle: 'device.noLeak', nature: 'hazard', icon: 'leak' };
const DOOR: Meaning = {
  tripped: 'device.open',
  idle: 'device.closed',
  nature: 'opening',
  icon: 'door'
};
const OTHER: Meaning = {
  tripped: 'device.tripped',
  idle: 'device.notTripped',
  nature: 'other',
  icon: 'tripped'
};

/** Meanings by role [O]. `BinaryGenericSensor` has none. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['BinaryMotionSensor', MOTION],
  ['BinarySmokeSensor', SMOKE],
  ['BinaryLeakingSensor', LEAK],
  ['BinaryDoorSensor', DOOR],
  ['BinaryWindowSensor', { ...DOOR, icon: 'window' }]
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
