import { medianOf, quantityOf, readingOf, type Reading } from '$lib/kinds/reading';
import type { Device, Room } from '#shared/home';

/** A room with its devices and its temperature. */
export interface RoomClimate {
  readonly room: Room | null;
  readonly devices: readonly Device[];
  readonly temperature: Reading | undefined;
}

/** Words in the name of a sensor or a room that is outside, in the languages of the app. */
const OUTSIDE =
  /outside|outdoor|garden|terrace|balcon|patio|yard|надвор|зовн|вулиц|сад(?!ок)|терас|балкон|двір|подвір/iu;
/** Words of sensors that are elsewhere than their room: "Terrace window" is no sensor of the terrace. */
const isOutsideName = (name: string): boolean => OUTSIDE.test(name);

const isThermometer = (device: Device): boolean => quantityOf(device) === 'temperature';

/** Returns the outside temperature: of a sensor that is named so, or of a room outside. Undefined if there is none. */
export function outsideTemperature(rooms: readonly RoomClimate[]): Reading | undefined {
  for (const { devices } of rooms) {
    const sensor = devices.find((device) => isThermometer(device) && isOutsideName(device.name));
    const reading = sensor && readingOf(sensor);
    if (reading) return reading;
  }
  return rooms.find(({ room, temperature }) => room && temperature && isOutsideName(room.name))?.temperature;
}

/** Returns the median temperature of the rooms inside. Undefined if no room has one. */
export function insideTemperature(rooms: readonly RoomClimate[]): Reading | undefined {
  const inside = rooms.filter(
    ({ room, devices }) =>
      room &&
      !isOutsideName(room.name) &&
      !devices.some((device) => isThermometer(device) && isOutsideName(device.name))
  );
  return medianOf(inside.flatMap(({ temperature }) => temperature ?? []));
}
