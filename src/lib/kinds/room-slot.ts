import { GROUPS, type Group } from './registry';
import { NO_ROOM_NAME, type Device, type Room, type Section } from '#shared/home';

/** The key of the slot for devices without a room; a room's key is its id. */
export const NO_ROOM = 'none';

/** A room, or the slot for devices without a known room. */
export interface RoomSlot {
  /** Unique within the home, and the last part of its URL: the room's id, or `none`. */
  readonly key: string;
  /** Null for the slot of devices without a room. */
  readonly room: Room | null;
}

/** A section's slots in their order; `section` is null for those without a section. */
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
 * The sections of a home's front page: sections and rooms in their order, without empty sections, and "No room" at the end if any
 * device has no room.
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

/** The slot of a room; the room that stands for "no room" [O] is the slot without a room. */
export function roomSlotOf(room: Room): RoomSlot {
  return room.name === NO_ROOM_NAME ? { key: NO_ROOM, room: null } : { key: String(room.id), room };
}

/**
 * The slot of a device.
 * @param findRoom a room of the home by its id: a device can name one that doesn't exist [O].
 */
export function roomSlotOfDevice(
  { room_id }: Pick<Device, 'room_id'>,
  findRoom: (id: number) => Room | undefined
): RoomSlot {
  const room = room_id === null ? undefined : findRoom(room_id);
  return room ? roomSlotOf(room) : { key: NO_ROOM, room: null };
}

/** The devices of a slot by group, in the groups' order; within a group the devices keep their order. */
export function groupDevices(
  devices: readonly { readonly id: number; readonly group: Group | undefined }[]
): readonly DeviceGroup[] {
  return GROUPS.map((group) => ({
    group,
    ids: devices.filter((device) => device.group === group).map(({ id }) => id)
  })).filter(({ ids }) => ids.length > 0);
}
