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

/** The unit of a scale [O]. */
const UNITS: Readonly<Record<string, string>> = {
  Celcius: '°C',
  Celsius: '°C',
  Fahrenheit: '°F',
  PercentageValue: '%',
  Lux: 'lx',
  Watt: 'W'
};

/** The unit of what is measured, whatever else the sensor says: some say nothing, or nonsense [O]. */
const UNITS_BY_QUANTITY: Readonly<Record<Quantity, string>> = {
  temperature: '°C',
  humidity: '%',
  light: 'lx',
  power: 'W',
  other: ''
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Sensor Multilevel (document 2.5) [D]: a value in its own unit, undefined where unknown. */
export function readSensorMultilevel(params: Params) {
  const sensorType = readText(params['sensorType']) ?? '';
  const quantity = own(QUANTITIES, sensorType) ?? 'other';
  const ofScale = own(UNITS, readText(params['valueScale']) ?? '') ?? '';
  const told = readText(params['valueUnit']) || ofScale;
  // A thermometer that counts in Fahrenheit is believed: 70 °F are not 70 °C.
  const isFahrenheit = told === '°F' && ofScale !== '°C';
  return {
    value: readNumber(params['Value']),
    quantity,
    sensorType,
    unit: isFahrenheit ? told : UNITS_BY_QUANTITY[quantity] || told
  };
}

/** Sensor Multilevel: a measured value; it takes no command. */
export const sensorMultilevel: Interface = {
  name: 'SensorMultilevel',
  read: readSensorMultilevel,
  commands: []
};
