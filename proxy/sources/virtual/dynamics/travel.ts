import { every, type Clock } from '#shared/clock';
import { readLevel } from '#shared/interfaces/level';
import type { ChangedDevice } from '../../served/source';
import type { LivingHome } from '../home/living-home';

/** How fast a level changes, and how often it is reported. */
export interface Pace {
  /** Interval between two reports, in ms. */
  readonly stepMs: number;
  /** The number of reports for a distance in levels. */
  steps(distance: number): number;
}

/** A lamp: two seconds in five steps, for any distance. */
export const RAMP: Pace = { stepMs: 400, steps: () => 5 };

/** A lamp whose button is held: five seconds from end to end. */
export const HELD: Pace = { stepMs: 250, steps: (distance) => Math.ceil((distance / 99) * 20) };

/** A shutter: twenty seconds from end to end, one report per second. */
export const SHUTTER: Pace = { stepMs: 1000, steps: (distance) => Math.ceil((distance / 99) * 20) };

/** Moves levels over time. A new target starts from the current level. */
export class Travels {
  readonly #home: LivingHome;
  readonly #clock: Clock;
  readonly #publish: (changed: ChangedDevice) => void;
  readonly #underWay = new Map<number, () => void>();

  constructor(home: LivingHome, clock: Clock, publish: (changed: ChangedDevice) => void) {
    this.#home = home;
    this.#clock = clock;
    this.#publish = publish;
  }

  /** Moves a device's level to `target`, 0 to 99. */
  move(id: number, target: number, pace: Pace): void {
    this.stop(id);
    const device = this.#home.device(id);
    if (device === undefined) return;
    const start = readLevel(device.params) ?? 0;
    const steps = Math.max(1, pace.steps(Math.abs(target - start)));
    let step = 0;
    const cancel = every(this.#clock, pace.stepMs, () => {
      step += 1;
      if (step >= steps) this.stop(id);
      const level = Math.round(start + ((target - start) * Math.min(step, steps)) / steps);
      const reported = asReported(level, this.#home.traits(id).roundsTo ?? 1);
      this.#home.report(id, { Level: reported, Status: reported > 0 }, this.#publish);
    });
    this.#underWay.set(id, cancel);
  }

  /** Stops a device's level where it is. */
  stop(id: number): void {
    this.#underWay.get(id)?.();
    this.#underWay.delete(id);
  }
}

/** Rounds a level to a multiple, as some devices report it. 0 stays 0, any other level stays within 1 to 99. */
export function asReported(level: number, multiple: number): number {
  if (level === 0) return 0;
  return Math.min(99, Math.max(1, Math.round(level / multiple) * multiple));
}
