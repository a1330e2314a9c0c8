import type { Device, Home, Room } from '#shared/home';
import { decodeDevice, decodeHome } from '#shared/home-schema';

/** A device as the controller's decoder returns it, with these fields. */
export function aDevice(fields: { [Name in keyof Device]?: unknown }): Device {
  const device = decodeDevice(fields);
  if (!device) throw new Error('no device');
  return device;
}

/** A room as the controller's decoder returns it, with these fields. */
export function aRoom(fields: Partial<Room> & { id: number }): Room {
  const room = aHome({ rooms: [fields] }).rooms[0];
  if (!room) throw new Error('no room');
  return room;
}

/** A home as the controller's decoder returns it. */
export function aHome(parts: { sections?: unknown[]; rooms?: unknown[]; devices?: unknown[] }): Home {
  const home = decodeHome({ sections: [], rooms: [], devices: [], ...parts });
  if (!home) throw new Error('no home');
  return home;
}
