import type { Device } from '#shared/home';
import type { Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import { randomOf, type Random } from '../random';
import { isNight } from './day';

/** Ranges of how long a sensor is idle and how long it is tripped, in seconds. */
interface Timetable {
  readonly idle: readonly [number, number];
  readonly tripped: readonly [number, number];
}

/** Sensors that trip on their own, by role [O]. Smoke, water and fault sensors never do, so that the demo raises no alarms. */
const TIMETABLES: ReadonlyMap<string, Timetable> = new Map<string, Timetable>([
  ['BinaryMotionSensor', { idle: [60, 540], tripped: [20, 60] }],
  ['BinaryDoorSensor', { idle: [900, 3600], tripped: [10, 90] }],
  ['BinaryWindowSensor', { idle: [3600, 14_400], tripped: [300, 1500] }]
]);

/** Idle times are longer by this factor at night. */
const NIGHT_FACTOR = 6;

/** Random times between the changes of a sensor. */
export class TripTimes {
  readonly #timetable: Timetable;
  readonly #random: Random;

  private constructor(timetable: Timetable, random: Random) {
    this.#timetable = timetable;
    this.#random = random;
  }

  /** The times of a device; undefined if it never trips on its own. `name` separates the random streams of different users. */
  static of(device: Device, seed: number, name: string): TripTimes | undefined {
    const timetable = TIMETABLES.get(device.role);
    return timetable && new TripTimes(timetable, randomOf(seed, `${name}/${device.id}`));
  }

  /** Time until the sensor trips, in ms. `now` is in ms since the epoch. */
  idleMs(now: number): number {
    return this.#random.between(...this.#timetable.idle) * 1000 * (isNight(now) ? NIGHT_FACTOR : 1);
  }

  /** Time until the sensor is idle again, in ms. */
  trippedMs(): number {
    return this.#random.between(...this.#timetable.tripped) * 1000;
  }
}

/** Simulates motion sensors, doors and windows. */
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

  /** Starts the simulation. Returns a function that stops it. */
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
