import { offeredCommands } from '#shared/interfaces/registry';
import type { Device, Room } from '#shared/home';
import type { Fixture } from './living-home';

/** How a list of devices is asked for [O]. What the words mean beyond their names is assumed [A]. */
export interface DeviceQuery {
  /** Hidden devices too. */
  readonly hasHidden: boolean;
  /** Without parameters, interfaces and notes. */
  readonly isCompact: boolean;
  /** With the names of the methods that each device takes, under `actions`. */
  readonly hasActions: boolean;
  /** These fields alone, and always the id; null for all. */
  readonly fields: readonly string[] | null;
}

/** Everything there is to tell about a device. */
const WHOLE: DeviceQuery = { hasHidden: true, isCompact: false, hasActions: false, fields: null };

const BULKY = new Set(['params', 'interfaces', 'note_text', 'note_image']);

/** The methods that a device takes, in the order of its interfaces. */
export const methodsOf = (device: Device): string[] => offeredCommands(device).map(({ method }) => method);

/** A device as it goes out (document 2.3) [D], with `alive`, `last_online` and `favorite` [O]. */
export function describeDevice({ device, isSpelledWithSpaces }: Fixture, query = WHOLE): object {
  const whole = {
    ...device,
    interfaces: isSpelledWithSpaces ? device.interfaces.map(withSpaces) : device.interfaces,
    ...(query.hasActions ? { actions: methodsOf(device) } : {})
  };
  const isTold = (name: string) =>
    query.fields === null
      ? !(query.isCompact && BULKY.has(name))
      : name === 'id' || query.fields.includes(name);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => isTold(name)));
}

/** The devices of a list, as it was asked for. */
export function describeDevices(fixtures: readonly Fixture[], query: DeviceQuery): object[] {
  return fixtures
    .filter(({ device }) => query.hasHidden || !device.hidden)
    .map((fixture) => describeDevice(fixture, query));
}

/** A room as it goes out: its sensors stand on the room (document 2.2) [D] and under `main_devices` [O] alike. */
export const describeRoom = (room: Room): object => ({ ...room, ...room.main_devices });

/** "SwitchBinary" as "Switch Binary": the document's own headings have the space, and so do some devices [O]. */
const withSpaces = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2');
