import type { Device } from '#shared/home';

/** Makes a pattern of a name that has other characters than letters and digits anywhere, and letters of either case. */
const loosely = (...names: string[]) => {
  const other = '[^a-z0-9]*';
  const each = names.map((name) => name.split('').join(other));
  return new RegExp(`^${other}(?:${each.join('|')})${other}$`, 'i');
};

/** `DevDoorLock` [O], `DevLock` [A]. */
const LOCK_TYPE = loosely('DevDoorLock', 'DevLock');

/** `DoorLock` [A]. */
const LOCK_INTERFACE = loosely('DoorLock');

/**
 * Checks whether a device is a lock: by its type or by one of its interfaces, whatever else it has [O]. A lock shows
 * its state and takes no commands. Spelling is matched loosely ("Door Lock", "DOOR_LOCK"): a lock that is not
 * recognised could be opened by one touch.
 */
export const isLock = ({ type, interfaces }: Pick<Device, 'type' | 'interfaces'>): boolean =>
  LOCK_TYPE.test(type) || interfaces.some((name) => LOCK_INTERFACE.test(name));
