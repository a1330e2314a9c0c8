import { readingOf, type Reading } from './reading';
import type { Device, Room } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { hasControl } from '#shared/kinds';

/** A temperature that is shown for a thermostat, and the sensor that measured it. */
export interface RoomTemperature {
  readonly reading: Reading;
  readonly sensor: Device;
}

/**
 * Returns the current temperature for a thermostat that measures none itself: that of its room's main sensor. Undefined
 * if the device measures one, is dead or is no thermostat, or if the sensor has no reading.
 * @param find finds any device of the home; a main device can be in another room
 */
export function roomTemperatureOf(
  device: Device,
  room: Room | null,
  find: (id: number) => Device | undefined
): RoomTemperature | undefined {
  const main = room?.main_devices.temperature_sensor;
  if (main == null || !device.alive || !hasControl(device, 'climate')) return undefined;
  if (readSensorMultilevel(device.params).value !== undefined) return undefined;
  const sensor = find(main);
  const reading = sensor && readingOf(sensor);
  return reading && { reading, sensor };
}
