import type { Device } from '#shared/home';
import type { Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import { randomOf, type Random } from '../random';
import { isNight } from './day';

/** How long a sensor is left alone, and how long it is tripped then: from and to, in seconds. */
interface Timetable {
  readonly idle: readonly [number, number];
  readonly tripped: readonly [number, number];
}

/** What trips by itself, by role [O]. Smoke, water and faults never do: an alarm is no decoration. */
const TIMETABLES: ReadonlyMap<string, Timetable> = new Map<string, Timetable>([
  ['BinaryMotionSensor', { idle: [60, 540], tripped: [20, 60] }],
  ['BinaryDoorSensor', { idle: [900, 3600], tripped: [10, 90] }],
  ['BinaryWindowSensor', { idle: [3600, 14_400], tripped: [300, 1500] }]
]);

/** At night there is so much less to do. */
const NIGHT_FACTOR = 6;

/** A sensor's changes to come: how long it stays as it is. */
export class TripTimes {
  readonly #timetable: Timetable;
  readonly #random: Random;

  private constructor(timetable: Timetable, random: Random) {
    this.#timetable = timetable;
    this.#random = random;
  }

  /** A device's own times by the seed; undefined where it never trips by itself. `name` tells one use of chance from another. */
  static of(device: Device, seed: number, name: string): TripTimes | undefined {
    const timetable = TIMETABLES.get(device.role);
    return timetable && new TripTimes(timetable, randomOf(seed, `${name}/${device.id}`));
  }

  /** Milliseconds until it trips, from `now`. */
  idleMs(now: number): number {
    return this.#random.between(...this.#timetable.idle) * 1000 * (isNight(now) ? NIGHT_FACTOR : 1);
  }

  /** Milliseconds until it is idle again. */
  trippedMs(): number {
    return this.#random.between(...this.#timetable.tripped) * 1000;
  }
}

/** Motion that trips and clears, doors and windows that open and close. */
export class Trips {
  readonly #home: LivingHome;
  readonly #clock: Clock;
  readonly #seed: number;
  readonly #next = new Map<number, () => void>();

  constructor(home: LivingHome, clock: Clock, seed: number) {
    this.#home = home;
    this.#clock = clock;
    this.#seed = seed;
  }

  /** @returns what stops it. */
  start(): () => void {
    for (const device of this.#home.devices) {
      const times = device.alive && TripTimes.of(device, this.#seed, 'trips');
      if (times) this.#rest(device.id, times);
    }
    return () => {
      for (const cancel of this.#next.values()) cancel();
      this.#next.clear();
    };
  }

  #rest(id: number, times: TripTimes): void {
    this.#in(id, times.idleMs(this.#clock.now()), () => {
      this.#home.report(id, { Tripped: true, lasttrip: Math.floor(this.#clock.now() / 1000) });
      this.#clear(id, times);
    });
  }

  #clear(id: number, times: TripTimes): void {
    this.#in(id, times.trippedMs(), () => {
      this.#home.report(id, { Tripped: false });
      this.#rest(id, times);
    });
  }

  #in(id: number, ms: number, run: () => void): void {
    this.#next.set(id, this.#clock.after(ms, run));
  }
}
