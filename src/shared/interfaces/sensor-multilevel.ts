import type { Params } from '#shared/home';
import { readUnit } from '#shared/interfaces/unit';
import { readQuantity, readText } from '#shared/read';

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

/** The units of each quantity, the usual one first. */
const UNITS: Readonly<Record<Quantity, readonly string[]>> = {
  temperature: ['°C', '°F', 'K'],
  humidity: ['%'],
  light: ['lx', '%'],
  power: ['W'],
  other: []
};

/** The least value of each quantity. Power can flow back, and an unknown quantity can be anything. */
const LEAST = { temperature: -273.15, humidity: 0, light: 0, power: -1e9, other: -1e9 };
const MAX_VALUE = 1e9;
/** The units of counters, which never count below 0. */
const COUNTED = /^(?:[km]?wh|m³|m3|pulses?)$/i;
/** The digits of counters of 32 bits that overflowed [A], with decimals or without. */
const OVERFLOWS: readonly string[] = ['2147483647', '2147483648', '4294967295'];

function isPossible(value: number, quantity: Quantity, unit: string): boolean {
  const most = quantity === 'humidity' ? 100 : MAX_VALUE;
  if (value > most || value < LEAST[quantity] || (value < 0 && COUNTED.test(unit))) return false;
  return !OVERFLOWS.includes(String(Math.abs(value)).replace('.', ''));
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * Sensor Multilevel (document 2.5) [D]: a value with its unit; the value is undefined if unknown or impossible. The unit is the one in
 * the value's own text, else `valueUnit`, else `valueScale`. One that the quantity cannot have, or none, is replaced by
 * the usual one: some sensors report none or a wrong one [O]. An unknown one is kept, since it changes the meaning of the
 * number.
 */
export function readSensorMultilevel(params: Params) {
  const sensorType = readText(params['sensorType']) ?? '';
  const quantity = own(QUANTITIES, sensorType) ?? 'other';
  const value = readQuantity(params['Value']);
  const scale = readUnit(readText(params['valueScale']) ?? '');
  const stated = readUnit(value?.unit || readText(params['valueUnit']) || scale);
  const unit = unitOf(quantity, stated, scale);
  const isReading = value !== undefined && isPossible(value.number, quantity, unit);
  return { value: isReading ? value.number : undefined, quantity, sensorType, unit };
}

function unitOf(quantity: Quantity, stated: string, scale: string): string {
  const [usual = ''] = UNITS[quantity];
  // A scale of °C beside another unit of temperature: one of them is wrong, and °C is the usual one.
  if (quantity === 'temperature' && scale === usual) return usual;
  const isKnown = Object.values(UNITS).some((units) => units.includes(stated));
  const isWrong = isKnown && !UNITS[quantity].includes(stated);
  return stated === '' || (isWrong && usual !== '') ? usual : stated;
}
