import type { Device } from '#shared/home';
import { readNumber } from '#shared/read';
import type { Readings } from '../dynamics/readings';
import { TripTimes } from '../dynamics/trips';
import type { Fixture } from '../home/living-home';
import { randomOf } from '../random';

/** One value of a parameter, and since when. */
export interface Row {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: unknown;
}

const MINUTE_MS = 60_000;
/** How far back the past goes, in milliseconds: a day. */
const PAST_MS = 24 * 60 * MINUTE_MS;
/** Milliseconds from one value of a gauge to the next. */
const GAUGE_MS = 5 * MINUTE_MS;
/** Milliseconds from one value of a counting meter to the next. */
const COUNTER_MS = 60 * MINUTE_MS;
/** What the house used in an hour. */
const KWH_AN_HOUR = 0.4;
/** The level in percent, or the power in watts, of what was on and is off at the end. */
const USUAL_WHEN_ON = 60;

/** The day before a controller was started, as it would have been: made of the seed, the same whenever it is asked for. */
export class Past {
  readonly #readings: Readings;
  readonly #seed: number;
  readonly #end: number;

  /** `end` is when the controller was started, in milliseconds since the epoch. */
  constructor(readings: Readings, seed: number, end: number) {
    this.#readings = readings;
    this.#seed = seed;
    this.#end = end;
  }

  /** What a parameter was before the start, oldest first. It ends at `value`, what it was when the controller was started. */
  rows(fixture: Fixture, param: string, value: unknown): Row[] {
    const { device, traits } = fixture;
    if (param === 'Tripped') return this.#trips(device);
    if (param === 'Status' || param === 'Level' || traits.meters) return this.#spells(device, value);
    const last = readNumber(value);
    if (param !== 'Value' || last === undefined) return [{ at: this.#end - PAST_MS, value }];
    return device.type === 'DevMeter' ? this.#counter(last) : this.#gauge(fixture, last);
  }

  /** A gauge's day: its curve by the model, moved to end where the gauge was. */
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

  /** What is on for a while and off for a while, told backwards from how it ended. */
  #spells({ id }: Device, value: unknown): Row[] {
    const random = randomOf(this.#seed, `spells/${id}`);
    const other = typeof value === 'boolean' ? !value : value === 0 ? USUAL_WHEN_ON : 0;
    const rows: Row[] = [];
    let isAsNow = true;
    let at = this.#end;
    while (at > this.#end - PAST_MS) {
      at -= random.between(20, 240) * MINUTE_MS;
      rows.unshift({ at: Math.max(at, this.#end - PAST_MS), value: isAsNow ? value : other });
      isAsNow = !isAsNow;
    }
    return rows;
  }
}
