import type { DevicePlan } from '../plan';
import { zwave, type Extra } from './zwave';

/** A multilevel sensor. The spellings of type, scale and unit differ between manufacturers [O]. */
function gauge(
  id: number,
  name: string,
  type: string,
  icon: string,
  [sensorType, valueScale, valueUnit]: readonly [string, string, string],
  value: number,
  extra: Extra
): DevicePlan {
  const params = { Value: value, sensorType, valueScale, valueUnit };
  return zwave({ id, name, type, icon, interfaces: ['SensorMultilevel'], params }, extra);
}

/** A thermometer, in °C. */
export const temperature = (id: number, name: string, value: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevTemperature', 'thermometer', ['Temperature', 'Celsius', '°C'], value, extra);

/** A hygrometer, in percent. */
export const humidity = (id: number, name: string, value: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevHygrometry', 'humidity', ['Humidity', 'PercentageValue', '%'], value, {
    traits: { meanHumidity: value },
    ...extra
  });

/** A light sensor. `noonLux` is its maximum at noon, in lux. */
export const light = (id: number, name: string, noonLux: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevLuminosity', 'sun', ['Luminance', 'Lux', 'lx'], 0, { traits: { noonLux }, ...extra });

/** A power meter for the devices with the ids in `meters`. */
export const power = (id: number, name: string, meters: readonly number[], extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevGenericSensor', 'power', ['Power', 'Watt', 'W'], 0, { traits: { meters }, ...extra });

/** An energy meter, in kWh. `DevMeter` is observed [O]. Its sensor type is not in the document. */
export const energyMeter = (id: number, name: string, kwh: number, extra: Extra = {}): DevicePlan =>
  gauge(id, name, 'DevMeter', 'meter', ['Energy', 'KilowattHour', 'kWh'], kwh, extra);
