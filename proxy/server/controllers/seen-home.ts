import { succeed } from '#shared/errors';
import type { Device, Room } from '#shared/home';
import { HOME_LISTS } from '#shared/home-schema';
import { MAX_ROOMS } from '#shared/rights-schema';
import type { CallResult } from './failure';
import { readList } from './home-lists';

/** The rooms and devices that an account of a controller sees. */
export interface SeenHome {
  readonly rooms: readonly Room[];
  readonly devices: readonly Device[];
}

/** Reads what an account sees. */
export async function readSeenHome(
  read: (path: string) => Promise<CallResult<unknown>>
): Promise<CallResult<SeenHome>> {
  const rooms = await readList(read, HOME_LISTS.rooms);
  if (!rooms.ok) return rooms;
  const devices = await readList(read, HOME_LISTS.devices);
  return devices.ok ? succeed({ rooms: rooms.value, devices: devices.value }) : devices;
}

/**
 * The rooms of a home of which another account sees every device: it may see and command no others. A device that is in no room counts for
 * the whole home alone.
 * @returns ids of rooms, as many as rights can have; null for the whole home; undefined if it sees no room whole
 */
export function wholeRoomsOf(home: SeenHome, other: SeenHome): readonly number[] | null | undefined {
  const missing = devicesWithout(home, other);
  if (home.devices.length === 0) return undefined;
  if (missing.length === 0) return null;
  const furnished = new Set(home.devices.flatMap(({ room_id }) => room_id ?? []));
  for (const { room_id } of missing) if (room_id !== null) furnished.delete(room_id);
  const whole = home.rooms
    .map(({ id }) => id)
    .filter((id) => furnished.has(id))
    .slice(0, MAX_ROOMS);
  return whole.length > 0 ? whole : undefined;
}

/** The devices of a home that another one has not. */
export function devicesWithout(home: SeenHome, other: SeenHome): readonly Device[] {
  const there = new Set(other.devices.map(({ id }) => id));
  return home.devices.filter(({ id }) => !there.has(id));
}
