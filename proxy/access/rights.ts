import type { Failure } from '#shared/errors';
import type { Device, Home, MainDevices } from '#shared/home';
import { findCommand } from '#shared/interfaces/registry';
import type { Layout } from '#shared/layout';
import type { Rights } from '#shared/rights';

/**
 * What a screen's rights leave of a home, of its layout and of the calls to its controller. It is decided here alone, on this side of
 * the wire: what a screen may not see is never sent to it.
 */

type Rooms = Rights['rooms'];

/** A call to a controller, as far as rights depend on it. `device` is null if the call concerns no single device. */
type ControllerCall =
  | { readonly kind: 'read'; readonly device: number | null }
  | { readonly kind: 'command'; readonly device: number; readonly method?: string };

/**
 * A home as a screen of some rooms sees it: those rooms, their sections and their devices. Devices stay the same objects, and where
 * all is seen the home does.
 */
export function limitHome(home: Home, rooms: Rooms): Home {
  if (rooms === null) return home;
  const seen = new Set(rooms);
  const devices = home.devices.filter((device) => isIn(device, seen));
  const deviceIds = new Set(devices.map(({ id }) => id));
  const rest = home.rooms.filter(({ id }) => seen.has(id));
  const sectionIds = new Set(rest.map(({ section_id }) => section_id));
  return {
    sections: home.sections.filter(({ id }) => sectionIds.has(id)),
    rooms: rest.map((room) => ({ ...room, main_devices: limitMain(room.main_devices, deviceIds) })),
    devices
  };
}

/** A layout without a word about what is not in the (limited) home, or about what only newer versions know. */
export function limitLayout(layout: Layout, rooms: Rooms, home: Home): Layout {
  if (rooms === null) return layout;
  const roomIds = new Set(home.rooms.map(({ id }) => String(id)));
  const deviceIds = new Set(home.devices.map(({ id }) => String(id)));
  return {
    favourites: layout.favourites?.filter((id) => deviceIds.has(String(id))) ?? null,
    devices: pick(layout.devices, deviceIds),
    rooms: pick(layout.rooms, roomIds)
  };
}

/** Whether the hour at which rights end has struck, `now` being ms since the epoch. */
export const arePast = ({ until }: Pick<Rights, 'until'>, now: number) => until !== null && until <= now;

/** Whether it depends on the home as it is now whether a screen may make a call. */
export const dependsOnHome = ({ rooms }: Rights) => rooms !== null;

/**
 * Why a screen may not make a call of the forward table; undefined where it may. A screen of some rooms asks for their devices, and for
 * nothing that tells of the whole home.
 * @param home the whole home as it is now; looked at only where the screen sees some of its rooms
 */
export function refuseByRights(
  { rooms, commands }: Rights,
  call: ControllerCall,
  home: Home
): Failure | undefined {
  if (call.kind === 'command' && !commands) return refused('This screen may only look.');
  if (rooms === null) return undefined;
  const device = home.devices.find(({ id }) => id === call.device);
  if (!device || !isIn(device, new Set(rooms))) return refused('This screen does not see that.');
  // Methods that nobody knows would each wait by themselves, however many they are.
  const isOffered =
    call.kind === 'read' || call.method === undefined || findCommand(device, call.method) !== undefined;
  return isOffered ? undefined : refused('This screen may only do what the device offers.');
}

const refused = (message: string): Failure => ({ code: 'limited-screen', message });

const isIn = ({ room_id }: Device, rooms: ReadonlySet<number>) => room_id !== null && rooms.has(room_id);

function limitMain(main: MainDevices, devices: ReadonlySet<number>): MainDevices {
  const limit = (id: number | null) => (id !== null && devices.has(id) ? id : null);
  return {
    temperature_sensor: limit(main.temperature_sensor),
    humidity_sensor: limit(main.humidity_sensor),
    luminosity_sensor: limit(main.luminosity_sensor)
  };
}

const pick = <T>(all: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));

/** Whether rights lack anything that others have. */
export function lack({ rooms, commands, until, manages }: Rights, others: Rights): boolean {
  const lacksRooms =
    rooms !== null && (others.rooms === null || others.rooms.some((room) => !rooms.includes(room)));
  const endsSooner = until !== null && (others.until === null || until < others.until);
  return lacksRooms || endsSooner || (others.commands && !commands) || (others.manages && !manages);
}
