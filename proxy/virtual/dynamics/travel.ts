import { readLevel } from '#shared/interfaces/level';
import { every, type Clock } from '#shared/clock';
import type { CommandedHome } from '../home/living-home';

/** How a level gets from one value to another. */
export interface Pace {
  /** Milliseconds between two reports on the way. */
  readonly stepMs: number;
  /** How many reports a way of this many levels takes. */
  steps(distance: number): number;
}

/** A lamp: two seconds in five steps, however far. */
export const RAMP: Pace = { stepMs: 400, steps: () => 5 };

/** A lamp whose button is held: five seconds from end to end. */
export const HELD: Pace = { stepMs: 250, steps: (distance) => Math.ceil((distance / 99) * 20) };

/** A shutter: twenty seconds from end to end, told each second. */
export const SHUTTER: Pace = { stepMs: 1000, steps: (distance) => Math.ceil((distance / 99) * 20) };

/** Levels on their way. A new target on the way turns round from where the level is; a stop leaves it there. */
export class Travels {
  readonly #home: CommandedHome;
  readonly #clock: Clock;
  readonly #underWay = new Map<number, () => void>();

  constructor(home: CommandedHome, clock: Clock) {
    this.#home = home;
    this.#clock = clock;
  }

  /** Moves a device's level to `target`, 0 to 99. */
  move(id: number, target: number, pace: Pace): void {
    this.stop(id);
    const fixture = this.#home.fixture(id);
    if (fixture === undefined) return;
    const start = readLevel(fixture.device.params) ?? 0;
    const steps = Math.max(1, pace.steps(Math.abs(target - start)));
    let step = 0;
    const cancel = every(this.#clock, pace.stepMs, () => {
      step += 1;
      if (step >= steps) this.stop(id);
      const level = Math.round(start + ((target - start) * Math.min(step, steps)) / steps);
      const reported = asReported(level, fixture.traits.roundsTo ?? 1);
      this.#home.report(id, { Level: reported, Status: reported > 0 });
    });
    this.#underWay.set(id, cancel);
  }

  /** Stops a device's level where it is. */
  stop(id: number): void {
    this.#underWay.get(id)?.();
    this.#underWay.delete(id);
  }

  /** Stops everything. */
  stopAll(): void {
    for (const id of [...this.#underWay.keys()]) this.stop(id);
  }
}

/** A level as a radio that rounds to multiples tells it: off stays off, on stays on, full stays full. */
export function asReported(level: number, multiple: number): number {
  if (level === 0) return 0;
  return Math.min(99, Math.max(1, Math.round(level / multiple) * multiple));
}
