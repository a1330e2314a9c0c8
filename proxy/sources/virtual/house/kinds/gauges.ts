import type { DevicePlan, Traits } from '../plan';
import { zwave, type Extra } from './zwave';

/** A kind of multilevel sensor. The spellings of type, scale and unit differ between manufacturers [O]. */
const gauge =
  (type: string, icon: string, [sensorType, valueScale, valueUnit]: readonly [string, string, string]) =>
  (id: number, name: string, Value: number, extra: Extra = {}, traits: Traits = {}): DevicePlan => {
    const params = { Value, sensorType, valueScale, valueUnit };
    return zwave({ id, name, type, icon, interfaces: ['SensorMultilevel'], params, traits }, extra);
  };

/** A thermometer, in °C. */
export const temperature = gauge('DevTemperature', 'thermometer', ['Temperature', 'Celsius', '°C']);

const hygrometer = gauge('DevHygrometry', 'humidity', ['Humidity', 'PercentageValue', '%']);
const photometer = gauge('DevLuminosity', 'sun', ['Luminance', 'Lux', 'lx']);
const powerMeter = gauge('DevGenericSensor', 'power', ['Power', 'Watt', 'W']);

/** A hygrometer, in percent. */
export const humidity = (id: number, name: string, value: number, extra?: Extra): DevicePlan =>
  hygrometer(id, name, value, extra, { meanHumidity: value });

/** A light sensor. `noonLux` is its maximum at noon, in lux. */
export const light = (id: number, name: string, noonLux: number, extra?: Extra): DevicePlan =>
  photometer(id, name, 0, extra, { noonLux });

/** A power meter for the devices with the ids in `meters`. */
export const power = (id: number, name: string, meters: readonly number[], extra?: Extra): DevicePlan =>
  powerMeter(id, name, 0, extra, { meters });

/** An energy meter, in kWh. `DevMeter` is observed [O]. Its sensor type is not in the document. */
export const energyMeter = gauge('DevMeter', 'meter', ['Energy', 'KilowattHour', 'kWh']);
