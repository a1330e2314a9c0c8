import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { Fixture, LivingHome } from '../home/living-home';
import type { Climate } from './climate';
import { daylightAt, wander, warmthAt } from './day';
import { meteredDraw } from './meters';

const MINUTE_MS = 60_000;

/** Computes the values of gauges from the time of day, the climate, the lamps and random noise. */
export class Readings {
  readonly #home: LivingHome;
  readonly #climate: Climate;
  readonly #seed: number;

  constructor(home: LivingHome, climate: Climate, seed: number) {
    this.#home = home;
    this.#climate = climate;
    this.#seed = seed;
  }

  /**
   * The value of a gauge at `now` (ms since the epoch). °C, % and W are rounded to tenths, lux to two digits. Undefined if the
   * device is not a gauge, or is still.
   */
  of(fixture: Fixture, now: number): number | undefined {
    if (fixture.traits.isStill) return undefined;
    const { quantity } = readSensorMultilevel(fixture.device.params);
    const flicker = this.#wander('flicker', fixture, now, 2 * MINUTE_MS);
    switch (quantity) {
      case 'temperature':
        return toTenths(this.#climate.temperature(fixture.device.room_id, now) + 0.15 * flicker);
      case 'humidity':
        return toTenths(this.#humidity(fixture, now) + 0.6 * flicker);
      case 'light':
        return toTwoDigits((fixture.traits.noonLux ?? 0) * daylightAt(now) * (0.75 + 0.25 * flicker));
      case 'power':
        return toTenths(meteredDraw(this.#home, fixture) * (1 + 0.02 * flicker));
      case 'other':
        return undefined;
    }
  }

  /** Relative humidity in %. It falls as the day gets warmer. */
  #humidity(fixture: Fixture, now: number): number {
    const { meanHumidity = 50 } = fixture.traits;
    return meanHumidity - 3 * warmthAt(now) + 3 * this.#wander('damp', fixture, now, 90 * MINUTE_MS);
  }

  #wander(name: string, { device }: Fixture, now: number, periodMs: number): number {
    return wander(this.#seed, `${name}/${device.id}`, now, periodMs);
  }
}

const toTenths = (value: number) => Math.round(value * 10) / 10;
const toTwoDigits = (value: number) => Number(value.toPrecision(2));
