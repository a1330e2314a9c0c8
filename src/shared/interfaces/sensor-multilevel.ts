import type { Params } from '#shared/home';
import type { Interface } from '#shared/interfaces/interface';
import { readNumber, readText } from '#shared/read';

/** What a multilevel sensor measures. `other` is shown by its number and unit alone. */
export type Quantity = 'temperature' | 'humidity' | 'light' | 'power' | 'other';

/** The documented sensor types (2.5) [D] beside the spellings observed in use [O]. */
const QUANTITIES: Readonly<Record<string, Quantity>> = {
  Temperature: 'temperature',
  AirTemperature: 'temperature',
  Humidity: 'humidity',
  Luminance: 'light',
  Luminosity: 'light',
  Power: 'power'
};

/** The unit of a scale, where no unit is given [O]. */
const UNITS: Readonly<Record<string, string>> = {
  Celcius: '°C',
  Celsius: '°C',
  Fahrenheit: '°F',
  PercentageValue: '%',
  Lux: 'lx',
  Watt: 'W'
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Sensor Multilevel (document 2.5) [D]: a value in its own unit, undefined where unknown. */
export function readSensorMultilevel(params: Params) {
  const sensorType = readText(params['sensorType']) ?? '';
  const scale = readText(params['valueScale']) ?? '';
  return {
    value: readNumber(params['Value']),
    quantity: own(QUANTITIES, sensorType) ?? 'other',
    sensorType,
    unit: readText(params['valueUnit']) || (own(UNITS, scale) ?? '')
  };
}

/** Sensor Multilevel: a measured value; it takes no command. */
export const sensorMultilevel: Interface = {
  name: 'SensorMultilevel',
  read: readSensorMultilevel,
  commands: []
};
