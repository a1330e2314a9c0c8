import type { Room, Section } from '#shared/home';
import type { DevicePlan, HousePlan, RoomPlan } from '../house/plan';
import type { Fixture } from './living-home';

/** The initial content of a home. */
interface Furnished {
  readonly sections: readonly Section[];
  readonly rooms: readonly Room[];
  readonly fixtures: readonly Fixture[];
}

/**
 * Creates the sections, rooms and devices of a house plan.
 * @param now `last_online` of live devices, in ms since the epoch
 */
export function furnish(house: HousePlan, now: number): Furnished {
  const roomsOf = house.sections.flatMap((section) =>
    section.rooms.map((room, order) => ({ room, section: section.id, order }))
  );
  const rooms = [...roomsOf, { room: house.noRoom, section: null, order: 0 }];
  return {
    sections: house.sections.map(({ id, name }) => ({ id, name })),
    rooms: rooms.map(({ room, section, order }) => roomOf(room, section, order)),
    fixtures: [
      ...rooms.flatMap(({ room }) => fixturesOf(room.devices, room.id, now)),
      ...fixturesOf(house.orphans.devices, house.orphans.room, now)
    ]
  };
}

function roomOf(
  { climate: _climate, devices: _devices, ...room }: RoomPlan,
  section_id: number | null,
  order: number
): Room {
  return { ...room, section_id, order };
}

function fixturesOf(plans: readonly DevicePlan[], room_id: number, now: number): Fixture[] {
  return plans.map(({ deadForHours, traits = {}, ...plan }, order) => ({
    device: {
      ...{ role: '', icon: '', hidden: false, note_text: '', note_image: null, favorite: false },
      ...plan,
      room_id,
      order,
      alive: deadForHours === undefined,
      last_online: Math.floor(now / 1000) - (deadForHours ?? 0) * 60 * 60
    },
    traits
  }));
}
