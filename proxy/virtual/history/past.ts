import type { Device } from '#shared/home';
import { readNumber } from '#shared/read';
import type { Readings } from '../dynamics/readings';
import { TripTimes } from '../dynamics/trips';
import type { Fixture } from '../home/living-home';
import { randomOf } from '../random';

/** A value of a parameter, and the time of the change to it. */
export interface Row {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: unknown;
}

const MINUTE_MS = 60_000;
/** Length of the simulated past, in ms: a day. */
const PAST_MS = 24 * 60 * MINUTE_MS;
/** Interval between two values of a gauge, in ms. */
const GAUGE_MS = 5 * MINUTE_MS;
/** Interval between two values of an energy meter, in ms. */
const COUNTER_MS = 60 * MINUTE_MS;
/** Energy that the house uses per hour, in kWh. */
const KWH_AN_HOUR = 0.4;
/** Level in percent, or power in watts, of past on times of a device that is off now. */
const USUAL_WHEN_ON = 60;

/** Simulates the day before the controller was started. It depends only on the seed, so each call gives the same result. */
export class Past {
  readonly #readings: Readings;
  readonly #seed: number;
  readonly #end: number;

  /** @param end when the controller was started, in ms since the epoch */
  constructor(readings: Readings, seed: number, end: number) {
    this.#readings = readings;
    this.#seed = seed;
    this.#end = end;
  }

  /** The past values of a parameter, oldest first. The last one is `value`, the value at the start of the controller. */
  rows(fixture: Fixture, param: string, value: unknown): Row[] {
    const { device, traits } = fixture;
    if (param === 'Tripped') return this.#trips(device);
    if (param === 'Status' || param === 'Level' || traits.meters) return this.#spells(device, value);
    const last = readNumber(value);
    if (param !== 'Value' || last === undefined) return [{ at: this.#end - PAST_MS, value }];
    return device.type === 'DevMeter' ? this.#counter(last) : this.#gauge(fixture, last);
  }

  /** The past of a gauge: the simulated curve, shifted so that it ends at `last`. */
  #gauge(fixture: Fixture, last: number): Row[] {
    const atEnd = this.#readings.of(fixture, this.#end) ?? 0;
    return this.#each(GAUGE_MS, (at) => last + (this.#readings.of(fixture, at) ?? 0) - atEnd);
  }

  #counter(last: number): Row[] {
    return this.#each(COUNTER_MS, (at) => last - ((this.#end - at) / COUNTER_MS) * KWH_AN_HOUR);
  }

  #each(stepMs: number, valueAt: (at: number) => number): Row[] {
    const rows: Row[] = [];
    for (let at = this.#end - PAST_MS; at <= this.#end; at += stepMs)
      rows.push({ at, value: Math.round(valueAt(at) * 10) / 10 });
    return rows;
  }

  #trips(device: Device): Row[] {
    const times = TripTimes.of(device, this.#seed, 'past');
    const rows: Row[] = [{ at: this.#end - PAST_MS, value: false }];
    if (times === undefined) return rows;
    let at = this.#end - PAST_MS;
    for (;;) {
      const from = at + times.idleMs(at);
      at = from + times.trippedMs();
      if (at >= this.#end) return rows;
      rows.push({ at: from, value: true }, { at, value: false });
    }
  }

  /** Random on and off times, generated backwards from the last value. */
  #spells({ id }: Device, value: unknown): Row[] {
    const random = randomOf(this.#seed, `spells/${id}`);
    const other = typeof value === 'boolean' ? !value : value === 0 ? USUAL_WHEN_ON : 0;
    const rows: Row[] = [];
    let isCurrent = true;
    let at = this.#end;
    while (at > this.#end - PAST_MS) {
      at -= random.between(20, 240) * MINUTE_MS;
      rows.unshift({ at: Math.max(at, this.#end - PAST_MS), value: isCurrent ? value : other });
      isCurrent = !isCurrent;
    }
    return rows;
  }
}
