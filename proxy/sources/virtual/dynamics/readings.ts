import type { Device } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { LivingHome } from '../home/living-home';
import type { Climate } from './climate';
import { daylightAt, wander, warmthAt } from './day';
import { meteredDraw } from './meters';

const MINUTE_MS = 60_000;

/**
 * The value of a gauge at a time (ms since the epoch). °C, % and W are rounded to tenths, lux to two digits. Undefined if the device is not a
 * gauge, or is still.
 */
export type Readings = (device: Device, now: number) => number | undefined;

/** Computes the values of gauges from the time of day, the climate, the lamps and random noise. */
export function readingsOf(home: LivingHome, climate: Climate, seed: number): Readings {
  const noise = (name: string, device: Device, now: number, periodMs: number) =>
    wander(seed, `${name}/${device.id}`, now, periodMs);
  /** Relative humidity in %. It falls as the day gets warmer. */
  const humidity = (device: Device, now: number) =>
    (home.traits(device.id).meanHumidity ?? 50) -
    3 * warmthAt(now) +
    3 * noise('damp', device, now, 90 * MINUTE_MS);
  return (device, now) => {
    const { isStill, noonLux = 0 } = home.traits(device.id);
    if (isStill) return undefined;
    const flicker = noise('flicker', device, now, 2 * MINUTE_MS);
    switch (readSensorMultilevel(device.params).quantity) {
      case 'temperature':
        return toTenths(climate.temperature(device.room_id, now) + 0.15 * flicker);
      case 'humidity':
        return toTenths(humidity(device, now) + 0.6 * flicker);
      case 'light':
        return toTwoDigits(noonLux * daylightAt(now) * (0.75 + 0.25 * flicker));
      case 'power':
        return toTenths(meteredDraw(home, device.id) * (1 + 0.02 * flicker));
      case 'other':
        return undefined;
    }
  };
}

const toTenths = (value: number) => Math.round(value * 10) / 10;
const toTwoDigits = (value: number) => Number(value.toPrecision(2));
