import { GROUPS, type Group } from './registry';
import { NO_ROOM_NAME, type Device, type Room, type Section } from '#shared/home';

/** The key of the place for devices that are in no room, where a room's is its id. */
export const NO_ROOM = 'none';

/** Where devices stand: a room, or the place for those whose room isn't there. */
export interface Place {
  /** Unique within the home, and the end of its address: the room's id, or `none`. */
  readonly key: string;
  /** Null for the place of those without a room. */
  readonly room: Room | null;
}

/** A section's places in their order; `section` is null for those that are in none. */
export interface Chapter {
  readonly section: Section | null;
  readonly places: readonly Place[];
}

/** A group's devices, in their order. */
export interface DeviceGroup {
  readonly group: Group;
  readonly ids: readonly number[];
}

/**
 * The chapters of a home's front page: sections and rooms as they are ordered, empty sections left out, and "No room" at the very
 * end where any device is in none.
 */
export function chaptersOf(
  sections: readonly { readonly section: Section | null; readonly rooms: readonly Room[] }[],
  hasRoomless: boolean
): readonly Chapter[] {
  const chapters: Chapter[] = sections
    .filter(({ section }) => section !== null)
    .map(({ section, rooms }) => ({ section, places: rooms.map(placeOf) }));
  const others = sections
    .filter(({ section }) => section === null)
    .flatMap(({ rooms }) => rooms.map(placeOf));
  const last = hasRoomless ? [...others, { key: NO_ROOM, room: null }] : others;
  return [...chapters, { section: null, places: last }].filter(({ places }) => places.length > 0);
}

/** A room as a place; the room that stands for "no room" [O] is that place. */
export function placeOf(room: Room): Place {
  return room.name === NO_ROOM_NAME ? { key: NO_ROOM, room: null } : { key: String(room.id), room };
}

/**
 * The place that a device stands in.
 * @param findRoom a room of the home by its id: a device can name one that doesn't exist [O].
 */
export function placeOfDevice(
  { room_id }: Pick<Device, 'room_id'>,
  findRoom: (id: number) => Room | undefined
): Place {
  const room = room_id === null ? undefined : findRoom(room_id);
  return room ? placeOf(room) : { key: NO_ROOM, room: null };
}

/** The groups that a place's devices make up, in the groups' order; within one the devices keep theirs. */
export function groupDevices(
  devices: readonly { readonly id: number; readonly group: Group | undefined }[]
): readonly DeviceGroup[] {
  return GROUPS.map((group) => ({
    group,
    ids: devices.filter((device) => device.group === group).map(({ id }) => id)
  })).filter(({ ids }) => ids.length > 0);
}
