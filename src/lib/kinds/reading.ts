import type { Device } from '#shared/home';
import { readSensorMultilevel, type Quantity } from '#shared/interfaces/sensor-multilevel';

/** A measured value in its unit. */
export interface Reading {
  readonly value: number;
  readonly unit: string;
}

/** What a sensor's type says it measures, where its parameters don't. */
const QUANTITIES_BY_TYPE: ReadonlyMap<string, Quantity> = new Map([
  ['DevTemperature', 'temperature'],
  ['DevHygrometry', 'humidity'],
  ['DevLuminosity', 'light']
]);

/** What a sensor measures. */
export function quantityOf({ type, params }: Device): Quantity {
  const { quantity } = readSensorMultilevel(params);
  return quantity === 'other' ? (QUANTITIES_BY_TYPE.get(type) ?? quantity) : quantity;
}

/** What a sensor reads at the moment; undefined where it reads nothing, or the radio does not reach it. */
export function readingOf({ alive, interfaces, params }: Device): Reading | undefined {
  if (!alive || !interfaces.includes('SensorMultilevel')) return undefined;
  const { value, unit } = readSensorMultilevel(params);
  return value === undefined ? undefined : { value, unit };
}

/** The middle of several readings; of an even number the mean of the two middle ones. Readings in another unit than the first's don't count. */
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
