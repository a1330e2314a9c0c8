import type { PlainKey } from '$lib/i18n/keys';
import type { IconName } from './device-icons';
import type { Device } from '#shared/home';

/** What it means that a binary sensor is tripped, and the words for it. */
export interface Meaning {
  readonly tripped: PlainKey;
  readonly idle: PlainKey;
  /** `hazard` is an alarm whether the sensor is armed or not; an `opening` can be left open. */
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

/** The roles of binary sensors that say what they sense [O]; `BinaryGenericSensor` does not. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['BinaryMotionSensor', MOTION],
  ['BinarySmokeSensor', SMOKE],
  ['BinaryLeakingSensor', LEAK],
  ['BinaryDoorSensor', DOOR],
  ['BinaryWindowSensor', { ...DOOR, icon: 'window' }]
]);

/** The types that say what they sense, where no role says more [A]. */
const MEANINGS_BY_TYPE: ReadonlyMap<string, Meaning> = new Map([
  ['DevSmoke', SMOKE],
  ['DevFlood', LEAK],
  ['DevDoor', DOOR],
  ['DevMotion', MOTION]
]);

/** The meaning of a binary sensor by its role, else by its type; where neither is known, the general one. */
export function meaningOf({ role, type }: Pick<Device, 'role' | 'type'>): Meaning {
  return MEANINGS.get(role) ?? MEANINGS_BY_TYPE.get(type) ?? OTHER;
}

/** Whether a device senses something by its type alone, whatever its interfaces: a smoke sensor without them is one all the same. */
export const isSensingType = (type: string): boolean => MEANINGS_BY_TYPE.has(type);
