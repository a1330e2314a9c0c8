import type { Device, Room } from '#shared/home';
import { offeredCommands } from '#shared/interfaces/registry';

/** Query of a device list [O]. The exact meaning of its parameters is assumed [A]. */
export interface DeviceQuery {
  /** Whether hidden devices are included. */
  readonly hasHidden: boolean;
  /** Whether parameters, interfaces and notes are left out. */
  readonly isCompact: boolean;
  /** Whether `actions` with the names of the methods is included. */
  readonly hasActions: boolean;
  /** The included fields besides the id; null for all. */
  readonly fields: readonly string[] | null;
}

/** Query for all fields of a device. */
const WHOLE: DeviceQuery = { hasHidden: true, isCompact: false, hasActions: false, fields: null };

const BULKY = new Set(['params', 'interfaces', 'note_text', 'note_image']);

/** The methods of a device, in the order of its interfaces. */
export const methodsOf = (device: Device): string[] => offeredCommands(device).map(({ method }) => method);

/** A device as JSON (document 2.3) [D], with `alive`, `last_online` and `favorite` [O]. */
export function describeDevice(device: Device, query = WHOLE): object {
  const { fields, isCompact, hasActions } = query;
  const whole = { ...device, ...(hasActions && { actions: methodsOf(device) }) };
  const isIncluded = (name: string) =>
    fields ? name === 'id' || fields.includes(name) : !(isCompact && BULKY.has(name));
  return Object.fromEntries(Object.entries(whole).filter(([name]) => isIncluded(name)));
}

/** A room as JSON. Its sensors are fields of the room (document 2.2) [D] and of `main_devices` [O]. */
export const describeRoom = (room: Room): object => ({ ...room, ...room.main_devices });
