import { climateControl } from './controls/climate';
import { readingOf, type Reading } from './reading';
import type { Device, Room } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';

/** What is measured for a thermostat, and by which device. */
export interface RoomTemperature {
  readonly reading: Reading;
  readonly sensor: Device;
}

/**
 * The current temperature for a thermostat that measures none itself: that of the sensor which speaks for its room. Undefined where it
 * measures one, is dead, is no thermostat, or nothing that lives speaks for the room.
 * @param find any device of the home: a main device may stand in another room
 */
export function roomTemperatureOf(
  device: Device,
  room: Room | null,
  find: (id: number) => Device | undefined
): RoomTemperature | undefined {
  const main = room?.main_devices.temperature_sensor;
  if (main == null || !device.alive || !climateControl.fits(device)) return undefined;
  if (readSensorMultilevel(device.params).value !== undefined) return undefined;
  const sensor = find(main);
  const reading = sensor && readingOf(sensor);
  return reading && { reading, sensor };
}
