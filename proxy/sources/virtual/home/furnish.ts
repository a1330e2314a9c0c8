import type { Device, Room, Section } from '#shared/home';
import type { DevicePlan, HousePlan, RoomPlan, Traits } from '../house/plan';

/** The initial content of a home. */
export interface Furnished {
  readonly sections: readonly Section[];
  readonly rooms: readonly Room[];
  readonly devices: readonly Device[];
  /** The hidden properties of devices, by their ids. */
  readonly traits: ReadonlyMap<number, Traits>;
}

/**
 * Creates the sections, rooms and devices of a house plan.
 * @param now `last_online` of live devices, in ms since the epoch
 */
export function furnish({ sections, noRoom, orphans }: HousePlan, now: number): Furnished {
  const rooms = sections.flatMap((section) =>
    section.rooms.map((room, order) => roomOf(room, section.id, order))
  );
  const plans = [...sections.flatMap((section) => section.rooms), noRoom, { ...orphans, id: orphans.room }];
  return {
    sections: sections.map(({ id, name }) => ({ id, name })),
    rooms: [...rooms, roomOf(noRoom, null, 0)],
    devices: plans.flatMap(({ id, devices }) => devicesOf(devices, id, now)),
    traits: new Map(plans.flatMap(({ devices }) => devices.map(({ id, traits = {} }) => [id, traits])))
  };
}

function roomOf(
  { climate: _climate, devices: _devices, ...room }: RoomPlan,
  section_id: number | null,
  order: number
): Room {
  return { ...room, section_id, order };
}

function devicesOf(plans: readonly DevicePlan[], room_id: number, now: number): Device[] {
  return plans.map(({ deadForHours, traits: _traits, ...plan }, order) => ({
    role: '',
    icon: '',
    hidden: false,
    note_text: '',
    note_image: null,
    favorite: false,
    ...plan,
    room_id,
    order,
    alive: deadForHours === undefined,
    last_online: Math.floor(now / 1000) - (deadForHours ?? 0) * 60 * 60
  }));
}
