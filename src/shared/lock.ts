import type { Device } from '#shared/home';

/** `DevDoorLock` [O], `DevLock` [A]. */
const LOCK_TYPES = ['devdoorlock', 'devlock'];

/** `DoorLock` [A]. */
const LOCK_INTERFACE = 'doorlock';

/**
 * Checks whether a device is a lock: by its type or by one of its interfaces, whatever else it has [O]. A lock shows
 * its state and takes no commands. Spelling is matched loosely ("Door Lock", "DOOR_LOCK"): a lock that is not
 * recognised could be opened by one touch.
 */
export const isLock = ({ type, interfaces }: Pick<Device, 'type' | 'interfaces'>): boolean =>
  LOCK_TYPES.includes(plain(type)) || interfaces.some((name) => plain(name) === LOCK_INTERFACE);

/** Reduces a name to its letters and digits, in lower case. */
const plain = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
