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

function roomOf({ id, name, icon, image, main }: RoomPlan, section_id: number | null, order: number): Room {
  return {
    id,
    name,
    section_id,
    order,
    icon,
    background_image: image,
    main_devices: {
      temperature_sensor: main.temperature ?? null,
      humidity_sensor: main.humidity ?? null,
      luminosity_sensor: main.light ?? null
    }
  };
}

function fixturesOf(plans: readonly DevicePlan[], room: number, now: number): Fixture[] {
  return plans.map((plan, order) => fixtureOf(plan, room, order, now));
}

function fixtureOf(plan: DevicePlan, room_id: number, order: number, now: number): Fixture {
  const silentMs = (plan.deadForHours ?? 0) * 60 * 60_000;
  const device = {
    id: plan.id,
    name: plan.name,
    room_id,
    type: plan.type,
    role: plan.role ?? '',
    icon: plan.icon ?? '',
    order,
    hidden: plan.hidden ?? false,
    interfaces: plan.interfaces,
    params: plan.params,
    note_text: plan.note ?? '',
    note_image: plan.picture ?? null,
    alive: plan.deadForHours === undefined,
    last_online: Math.floor((now - silentMs) / 1000),
    favorite: plan.favorite ?? false
  };
  return { device, traits: plan.traits ?? {}, isSpelledWithSpaces: plan.isSpelledWithSpaces ?? false };
}
