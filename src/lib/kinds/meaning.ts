import type { PlainKey } from '$lib/words/keys';
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

/** The roles of binary sensors [O]. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['BinaryMotionSensor', MOTION],
  ['BinarySmokeSensor', SMOKE],
  ['BinaryLeakingSensor', LEAK],
  ['BinaryDoorSensor', DOOR],
  ['BinaryWindowSensor', { ...DOOR, icon: 'window' }],
  ['BinaryGenericSensor', OTHER]
]);

/** The meaning of a binary sensor by its role; a role that is not known has the general one. */
export function meaningOf({ role }: Pick<Device, 'role'>): Meaning {
  return MEANINGS.get(role) ?? OTHER;
}
