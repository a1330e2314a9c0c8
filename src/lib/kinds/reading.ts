import type { Device } from '#shared/home';
import { readSensorMultilevel, type Quantity } from '#shared/interfaces/sensor-multilevel';

/** A measured value with its unit. */
export interface Reading {
  readonly value: number;
  readonly unit: string;
}

/** Quantities by device type, if the parameters have none. */
const QUANTITIES_BY_TYPE: ReadonlyMap<string, Quantity> = new Map([
  ['DevTemperature', 'temperature'],
  ['DevHygrometry', 'humidity'],
  ['DevLuminosity', 'light']
]);

/** Returns the quantity that a sensor measures. */
export function quantityOf({ type, params }: Device): Quantity {
  const { quantity } = readSensorMultilevel(params);
  return quantity === 'other' ? (QUANTITIES_BY_TYPE.get(type) ?? quantity) : quantity;
}

/** Returns a sensor's current reading; undefined if it has none or the device is dead. */
export function readingOf({ alive, interfaces, params }: Device): Reading | undefined {
  if (!alive || !interfaces.includes('SensorMultilevel')) return undefined;
  const { value, unit } = readSensorMultilevel(params);
  return value === undefined ? undefined : { value, unit };
}

/** A scale of temperature: degrees from 0 °C to its 0, and degrees in one of Celsius. */
interface TemperatureScale {
  readonly zero: number;
  readonly perCelsius: number;
}

const TEMPERATURES: ReadonlyMap<string, TemperatureScale> = new Map([
  ['°C', { zero: 0, perCelsius: 1 }],
  ['°F', { zero: 32, perCelsius: 1.8 }],
  ['K', { zero: 273.15, perCelsius: 1 }]
]);

/** Returns a temperature in °C, °F or K in another one of these units; any other reading as it is. */
export function inUnit(reading: Reading, unit: string): Reading {
  const from = TEMPERATURES.get(reading.unit);
  const to = TEMPERATURES.get(unit);
  if (!from || !to || from === to) return reading;
  const celsius = (reading.value - from.zero) / from.perCelsius;
  return { value: celsius * to.perCelsius + to.zero, unit };
}

/** Returns the unit that most readings have, of several the first; empty for no reading. */
function usualUnitOf(readings: readonly Reading[]): string {
  const counts = new Map<string, number>();
  for (const { unit } of readings) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return readings.find(({ unit }) => counts.get(unit) === most)?.unit ?? '';
}

/**
 * Returns the median of several readings, in the unit that most of them have; for an even number the mean of the two middle
 * ones. Temperatures in another unit are converted, other readings in another one are ignored.
 */
export function medianOf(readings: readonly Reading[]): Reading | undefined {
  const unit = usualUnitOf(readings);
  const values = readings
    .map((reading) => inUnit(reading, unit))
    .filter((reading) => reading.unit === unit)
    .map(({ value }) => value)
    .sort((one, other) => one - other);
  const upper = values[Math.floor(values.length / 2)];
  const lower = values[Math.ceil(values.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : { value: (lower + upper) / 2, unit };
}
