import type { Device, Room } from '#shared/home';
import { medianOf, readingOf, type Reading } from '$lib/kinds/reading';
import { isElsewhereName, isOutsideName } from '$lib/kinds/room-readings';

/** A room with its temperature, and its thermometers by `thermometersOf`. */
export interface RoomClimate {
  readonly room: Room | null;
  readonly thermometers: readonly Device[];
  readonly temperature: Reading | undefined;
}

/** Returns the outside temperature: of a sensor that is named so, or of a room outside. Undefined if there is none. */
export function outsideTemperature(rooms: readonly RoomClimate[]): Reading | undefined {
  for (const { thermometers } of rooms) {
    const sensor = thermometers.find(({ name }) => isOutsideName(name));
    const reading = sensor && readingOf(sensor);
    if (reading) return reading;
  }
  return rooms.find(({ room, temperature }) => room && temperature && isOutsideName(room.name))?.temperature;
}

/** Returns the median temperature of the rooms inside. Undefined if no room has one. */
export function insideTemperature(rooms: readonly RoomClimate[]): Reading | undefined {
  const inside = rooms.filter(
    ({ room, thermometers }) =>
      room && !isElsewhereName(room.name) && !thermometers.some(({ name }) => isOutsideName(name))
  );
  return medianOf(inside.flatMap(({ temperature }) => temperature ?? []));
}
