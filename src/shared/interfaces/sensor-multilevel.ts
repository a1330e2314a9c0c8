import type { Params } from '#shared/home';
import type { Interface } from '#shared/interfaces/interface';
import { readNumber, readText } from '#shared/read';

/** The quantity that a multilevel sensor measures. `other` is shown with its number and unit only. */
export type Quantity = 'temperature' | 'humidity' | 'light' | 'power' | 'other';

/** The documented sensor types (2.5) [D] and the spellings observed in use [O]. */
const QUANTITIES: Readonly<Record<string, Quantity>> = {
  Temperature: 'temperature',
  AirTemperature: 'temperature',
  Humidity: 'humidity',
  Luminance: 'light',
  Luminosity: 'light',
  Power: 'power'
};

/** Units by scale [O]. */
const UNITS: Readonly<Record<string, string>> = {
  Celcius: '°C',
  Celsius: '°C',
  Fahrenheit: '°F',
  PercentageValue: '%',
  Lux: 'lx',
  Watt: 'W'
};

/** Units by quantity. They are preferred, since some sensors report no unit or a wrong one [O]. */
const UNITS_BY_QUANTITY: Readonly<Record<Quantity, string>> = {
  temperature: '°C',
  humidity: '%',
  light: 'lx',
  power: 'W',
  other: ''
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Sensor Multilevel (document 2.5) [D]: a value with its unit; the value is undefined if unknown. */
export function readSensorMultilevel(params: Params) {
  const sensorType = readText(params['sensorType']) ?? '';
  const quantity = own(QUANTITIES, sensorType) ?? 'other';
  const ofScale = own(UNITS, readText(params['valueScale']) ?? '') ?? '';
  const reported = readText(params['valueUnit']) || ofScale;
  // A reported °F is used, since it changes the meaning of the number.
  const isFahrenheit = reported === '°F' && ofScale !== '°C';
  return {
    value: readNumber(params['Value']),
    quantity,
    sensorType,
    unit: isFahrenheit ? reported : UNITS_BY_QUANTITY[quantity] || reported
  };
}

/** Sensor Multilevel: a measured value without commands. */
export const sensorMultilevel: Interface = {
  name: 'SensorMultilevel',
  read: readSensorMultilevel,
  commands: []
};
