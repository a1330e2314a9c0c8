import type { Clock } from '#shared/clock';
import type { Device } from '#shared/home';
import type { LivingHome } from '../home/living-home';
import { randomOf } from '../random';
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

/** Random times between the changes of a sensor, in ms. */
interface TripTimes {
  /** Time until the sensor trips. `now` is in ms since the epoch. */
  idleMs(now: number): number;
  /** Time until the sensor is idle again. */
  trippedMs(): number;
}

/** The times of a device; undefined if it never trips on its own. `name` separates the random streams of different users. */
export function tripTimesOf(device: Device, seed: number, name: string): TripTimes | undefined {
  const timetable = TIMETABLES.get(device.role);
  if (!timetable) return undefined;
  const random = randomOf(seed, `${name}/${device.id}`);
  return {
    idleMs: (now) => random.between(...timetable.idle) * 1000 * (isNight(now) ? NIGHT_FACTOR : 1),
    trippedMs: () => random.between(...timetable.tripped) * 1000
  };
}

/** Simulates motion sensors, doors and windows. */
export function startTrips(home: LivingHome, clock: Clock, seed: number): void {
  const rest = (id: number, times: TripTimes) => {
    clock.after(times.idleMs(clock.now()), () => {
      home.report(id, { Tripped: true, lasttrip: Math.floor(clock.now() / 1000) });
      clock.after(times.trippedMs(), () => {
        home.report(id, { Tripped: false });
        rest(id, times);
      });
    });
  };
  for (const device of home.devices) {
    const times = device.alive && tripTimesOf(device, seed, 'trips');
    if (times) rest(device.id, times);
  }
}
