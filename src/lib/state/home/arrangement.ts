import { companionsIn, type Companions } from '#shared/companions';
import { isShown, NO_ROOM_NAME, type Device, type Home, type Room, type Section } from '#shared/home';

/** A section and its rooms in their order; `section` is null for rooms without a section. */
export interface SectionRooms {
  readonly section: Section | null;
  readonly rooms: readonly Room[];
}

/** The order of a home's rooms, and of the shown devices within each. */
export interface Arrangement {
  readonly sections: readonly SectionRooms[];
  /** Rooms by id, including the one that means "no room". */
  readonly rooms: ReadonlyMap<number, Room>;
  /**
   * Ids of shown devices, without companions, by their room's id. Devices without a room are under null, and under the id of the room that
   * means "no room".
   */
  readonly deviceIds: ReadonlyMap<number | null, readonly number[]>;
  /** Ids of the devices that are not shown, and of companions, in the same way: some of them warn all the same. */
  readonly hiddenIds: ReadonlyMap<number | null, readonly number[]>;
  /** The shown devices that have no tile of their own. */
  readonly companions: Companions;
}

const collator = new Intl.Collator(undefined, { numeric: true });

const byOrder = (one: { order: number; name: string; id: number }, other: typeof one): number =>
  one.order - other.order || collator.compare(one.name, other.name) || one.id - other.id;

/**
 * Sorts a home: sections as the controller sends them, rooms and devices by `order`, then name, then id. Rooms of
 * unknown sections come last. Devices of unknown rooms, and of the room that means "no room" [O], have no room.
 */
export function arrange(home: Home): Arrangement {
  const noRoom = home.rooms.find((room) => room.name === NO_ROOM_NAME);
  const rooms = home.rooms.filter((room) => room !== noRoom).sort(byOrder);
  const devices = [...home.devices].sort(byOrder);
  const companions = companionsIn(devices.filter(isShown), devices);
  const hasTile = (device: Device) => isShown(device) && !companions.leaders.has(device.id);
  return {
    sections: arrangeRooms(home.sections, rooms),
    rooms: new Map(home.rooms.map((room) => [room.id, room])),
    deviceIds: arrangeDevices(devices.filter(hasTile), rooms, noRoom),
    hiddenIds: arrangeDevices(
      devices.filter((device) => !hasTile(device)),
      rooms,
      noRoom
    ),
    companions
  };
}

function arrangeRooms(sections: readonly Section[], rooms: readonly Room[]): SectionRooms[] {
  const known = new Set(sections.map(({ id }) => id));
  const isIn = (room: Room, section: Section | null) =>
    section ? room.section_id === section.id : room.section_id === null || !known.has(room.section_id);
  return [...sections, null]
    .map((section) => ({ section, rooms: rooms.filter((room) => isIn(room, section)) }))
    .filter((entry) => entry.rooms.length > 0);
}

/** @param devices in their order */
function arrangeDevices(
  devices: readonly Device[],
  rooms: readonly Room[],
  noRoom: Room | undefined
): Map<number | null, readonly number[]> {
  const ids = new Map<number | null, number[]>(rooms.map(({ id }) => [id, []]));
  const unassigned: number[] = [];
  for (const device of devices) (ids.get(device.room_id) ?? unassigned).push(device.id);
  ids.set(null, unassigned);
  if (noRoom) ids.set(noRoom.id, unassigned);
  return ids;
}
