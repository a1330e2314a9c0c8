import type { Failure } from '#shared/errors';
import type { Device, Home, MainDevices } from '#shared/home';
import type { Layout } from '#shared/layout';
import { withoutOthers } from '#shared/limit-layout';
import type { Rights } from '#shared/rights';

/**
 * Limits a home, its layout and the calls to its controller to a screen's rights. This is the only place that decides it, and it is on the
 * server: a screen never gets what it may not see.
 */

type Rooms = Rights['rooms'];

/** A call to a controller, as far as rights depend on it. `device` is null if the call concerns no single device. */
export type ControllerCall =
  | { readonly kind: 'read'; readonly device: number | null }
  | { readonly kind: 'command'; readonly device: number };

/**
 * Limits a home to some rooms: those rooms, their sections and their devices. Devices stay the same objects, and so does the home if all
 * rooms are seen.
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

/**
 * Limits a layout to what is in the (limited) home: neither what is meant for a device that had such an id before, perhaps in another
 * room.
 */
export function limitLayout(layout: Layout, rooms: Rooms, home: Home): Layout {
  if (rooms === null) return layout;
  const meant = withoutOthers(layout, home.devices);
  const roomIds = new Set(home.rooms.map(({ id }) => String(id)));
  const deviceIds = new Set(home.devices.map(({ id }) => String(id)));
  return {
    favourites: meant.favourites?.filter((id) => deviceIds.has(String(id))) ?? null,
    devices: pick(meant.devices, deviceIds),
    rooms: pick(meant.rooms, roomIds),
    ...(meant.models && { models: pick(meant.models, deviceIds) }),
    ...(meant.leftOpenMinutes !== undefined && { leftOpenMinutes: meant.leftOpenMinutes })
  };
}

/** Whether the end time of rights is over; `now` in ms since the epoch. */
export const arePast = ({ until }: Pick<Rights, 'until'>, now: number) => until !== null && until <= now;

/** Whether the current home is needed to decide whether a screen may make a call. */
export const dependsOnHome = ({ rooms }: Rights) => rooms !== null;

/**
 * Why a screen may not make a call of the forward table; undefined if it may. A screen of some rooms may call their devices, and nothing
 * that reveals the whole home.
 * @param home the current whole home; used only if the screen is limited to some rooms
 */
export function refuseByRights(
  { rooms, commands }: Rights,
  call: ControllerCall,
  home: Home
): Failure | undefined {
  if (call.kind === 'command' && !commands) return refused('This screen may not send commands.');
  if (rooms === null) return undefined;
  const device = home.devices.find(({ id }) => id === call.device);
  return device && isIn(device, new Set(rooms))
    ? undefined
    : refused('This screen has no access to that device.');
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
