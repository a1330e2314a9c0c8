import { GROUPS, type Group } from './registry';
import { NO_ROOM_NAME, type Device, type Room, type Section } from '#shared/home';

/** The key of the place for devices that are in no room, where a room's is its id. */
export const NO_ROOM = 'none';

/** Where devices stand: a room, or the place for those whose room isn't there. */
export interface RoomSlot {
  /** Unique within the home, and the end of its address: the room's id, or `none`. */
  readonly key: string;
  /** Null for the place of those without a room. */
  readonly room: Room | null;
}

/** A section's places in their order; `section` is null for those that are in none. */
export interface SectionSlots {
  readonly section: Section | null;
  readonly slots: readonly RoomSlot[];
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
export function sectionSlotsOf(
  sections: readonly { readonly section: Section | null; readonly rooms: readonly Room[] }[],
  hasUnassigned: boolean
): readonly SectionSlots[] {
  const named: SectionSlots[] = sections
    .filter(({ section }) => section !== null)
    .map(({ section, rooms }) => ({ section, slots: rooms.map(roomSlotOf) }));
  const others = sections
    .filter(({ section }) => section === null)
    .flatMap(({ rooms }) => rooms.map(roomSlotOf));
  const last = hasUnassigned ? [...others, { key: NO_ROOM, room: null }] : others;
  return [...named, { section: null, slots: last }].filter(({ slots }) => slots.length > 0);
}

/** A room as a place; the room that stands for "no room" [O] is that place. */
export function roomSlotOf(room: Room): RoomSlot {
  return room.name === NO_ROOM_NAME ? { key: NO_ROOM, room: null } : { key: String(room.id), room };
}

/**
 * The place that a device stands in.
 * @param findRoom a room of the home by its id: a device can name one that doesn't exist [O].
 */
export function roomSlotOfDevice(
  { room_id }: Pick<Device, 'room_id'>,
  findRoom: (id: number) => Room | undefined
): RoomSlot {
  const room = room_id === null ? undefined : findRoom(room_id);
  return room ? roomSlotOf(room) : { key: NO_ROOM, room: null };
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
