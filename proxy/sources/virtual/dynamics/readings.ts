import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { Fixture, LivingHome } from '../home/living-home';
import type { Climate } from './climate';
import { daylightAt, wander, warmthAt } from './day';
import { meteredDraw } from './meters';

const MINUTE_MS = 60_000;

/**
 * The value of a gauge at a time (ms since the epoch). °C, % and W are rounded to tenths, lux to two digits. Undefined if the device is not a
 * gauge, or is still.
 */
export type Readings = (fixture: Fixture, now: number) => number | undefined;

/** Computes the values of gauges from the time of day, the climate, the lamps and random noise. */
export function readingsOf(home: LivingHome, climate: Climate, seed: number): Readings {
  const noise = (name: string, { device }: Fixture, now: number, periodMs: number) =>
    wander(seed, `${name}/${device.id}`, now, periodMs);
  /** Relative humidity in %. It falls as the day gets warmer. */
  const humidity = (fixture: Fixture, now: number) =>
    (fixture.traits.meanHumidity ?? 50) - 3 * warmthAt(now) + 3 * noise('damp', fixture, now, 90 * MINUTE_MS);
  return (fixture, now) => {
    const { device, traits } = fixture;
    if (traits.isStill) return undefined;
    const flicker = noise('flicker', fixture, now, 2 * MINUTE_MS);
    switch (readSensorMultilevel(device.params).quantity) {
      case 'temperature':
        return toTenths(climate.temperature(device.room_id, now) + 0.15 * flicker);
      case 'humidity':
        return toTenths(humidity(fixture, now) + 0.6 * flicker);
      case 'light':
        return toTwoDigits((traits.noonLux ?? 0) * daylightAt(now) * (0.75 + 0.25 * flicker));
      case 'power':
        return toTenths(meteredDraw(home, fixture) * (1 + 0.02 * flicker));
      case 'other':
        return undefined;
    }
  };
}

const toTenths = (value: number) => Math.round(value * 10) / 10;
const toTwoDigits = (value: number) => Number(value.toPrecision(2));
