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

/**
 * Returns the median of several readings; for an even number the mean of the two middle ones. Readings with another
 * unit than the first are ignored.
 */
export function medianOf(readings: readonly Reading[]): Reading | undefined {
  const unit = readings[0]?.unit ?? '';
  const values = readings
    .filter((reading) => reading.unit === unit)
    .map(({ value }) => value)
    .sort((one, other) => one - other);
  const upper = values[Math.floor(values.length / 2)];
  const lower = values[Math.ceil(values.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : { value: (lower + upper) / 2, unit };
}
