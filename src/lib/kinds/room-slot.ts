import { NO_ROOM_NAME, type Device, type Room, type Section } from '#shared/home';
import { type Group, GROUPS } from '#shared/kinds';

/** The key of the slot for devices without a room; a room's key is its id. */
export const NO_ROOM = 'none';

/** A room, or the slot for devices without a known room. */
export interface RoomSlot {
  /** Unique in the home, and the last part of its URL: the room's id, or `none`. */
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
 * Returns the sections of a home's front page, with sections and rooms in their order. Empty sections are left out. "Not in
 * a room" is at the end, if any device has no room.
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

/** Returns the slot of a room. The room that means "no room" [O] is the slot without a room. */
export function roomSlotOf(room: Room): RoomSlot {
  return room.name === NO_ROOM_NAME ? { key: NO_ROOM, room: null } : { key: String(room.id), room };
}

/**
 * Returns the slot of a device.
 * @param findRoom finds a room by id; a device can refer to one that does not exist [O]
 */
export function roomSlotOfDevice(
  { room_id }: Pick<Device, 'room_id'>,
  findRoom: (id: number) => Room | undefined
): RoomSlot {
  const room = room_id === null ? undefined : findRoom(room_id);
  return room ? roomSlotOf(room) : { key: NO_ROOM, room: null };
}

/** Groups the devices of a slot, in the order of `GROUPS`. Within a group the devices keep their order. */
export function groupDevices(
  devices: readonly { readonly id: number; readonly group: Group | undefined }[]
): readonly DeviceGroup[] {
  return GROUPS.map((group) => ({
    group,
    ids: devices.filter((device) => device.group === group).map(({ id }) => id)
  })).filter(({ ids }) => ids.length > 0);
}
