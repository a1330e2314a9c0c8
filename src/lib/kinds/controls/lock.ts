import type { Control } from '../control';
import type { Device } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { isLock } from '#shared/lock';

/**
 * Whether a lock is locked: by its own parameter, or by the household's meaning of its reports. Undefined if neither is
 * known.
 */
export function isLocked({ params, lock }: Pick<Device, 'params' | 'lock'>): boolean | undefined {
  const reported = readDoorLock(params);
  if (reported.isLocked !== undefined) return reported.isLocked;
  return lock && reported.reportsOn !== undefined ? reported.reportsOn === (lock === 'locked') : undefined;
}

/** The state of a lock. It has no commands. If the meaning of its reports is unknown, text and icon are neutral. */
export const lockControl: Control = {
  name: 'lock',
  fits: isLock,
  isActive: (device) => isLocked(device) === false,
  tone: (device) => (lockControl.isActive(device) ? 'on' : 'neutral'),
  icon: (device) => (device.alive && isLocked(device) !== undefined ? 'lock' : 'key')
};
