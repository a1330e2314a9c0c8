import type { Device } from '#shared/home';

/** `DevDoorLock` [O], `DevLock` [A]. */
const LOCK_TYPES = ['devdoorlock', 'devlock'];

/** `DoorLock` [A]. */
const LOCK_INTERFACE = 'doorlock';

/**
 * Whether a device is a lock: by its type, or by its interface, whatever else it carries [O]. A lock shows its state and never takes a
 * command. Spelling is read generously ("Door Lock", "DOOR_LOCK"): a lock that is not recognised could be opened with one touch.
 */
export const isLock = ({ type, interfaces }: Pick<Device, 'type' | 'interfaces'>): boolean =>
  LOCK_TYPES.includes(plain(type)) || interfaces.some((name) => plain(name) === LOCK_INTERFACE);

/** A name's letters and digits alone, in lower case. */
const plain = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
