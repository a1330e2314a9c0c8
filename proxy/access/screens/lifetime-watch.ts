import { every, type Clock } from '#shared/clock';
import type { Lifetime } from './lifetime';

/** How often lifetimes are checked and saved, in ms: a killed process loses no more than this. */
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** If a screen has an end time, the wall clock is checked at this interval, in ms: it may jump. */
const POLL_INTERVAL_MS = 30 * 1000;

/** How often the remaining time of those screens is saved, in ms: a box that is killed again and again adds no more to a guest's time. */
const SAVE_INTERVAL_MS = 5 * 60 * 1000;

/** What the watch depends on. */
interface LifetimeWatchDeps {
  readonly clock: Clock;
  readonly lifetimes: () => readonly Lifetime[];
  /** Ends the screens whose time is over. */
  readonly endExpired: () => void;
  /** Saves the remaining time of the others. */
  readonly save: () => void;
}

/** Checks the lifetimes of screens: exactly at end times that a person has set, and at an interval for all others. */
export class LifetimeWatch {
  readonly #deps: LifetimeWatchDeps;
  #savedAt: number;
  #cancelLook = () => {};

  constructor(deps: LifetimeWatchDeps) {
    this.#deps = deps;
    this.#savedAt = deps.clock.monotonic();
  }

  /** Starts the checks. Returns a function that stops them and saves. */
  start(): () => void {
    const { clock } = this.#deps;
    const stopSweeps = every(clock, SWEEP_INTERVAL_MS, () => this.#sweep());
    this.look();
    return () => {
      stopSweeps();
      this.#cancelLook();
      this.#sweep();
    };
  }

  /** Checks now, since an end time was set or removed. */
  look() {
    const { clock, endExpired, lifetimes, save } = this.#deps;
    this.#cancelLook();
    endExpired();
    const next = Math.min(...lifetimes().map(({ msToHour }) => msToHour));
    if (next === Infinity) return;
    if (clock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) save();
    this.#cancelLook = clock.after(Math.min(Math.ceil(next), POLL_INTERVAL_MS), () => this.look());
  }

  /** Notes that all lifetimes were saved just now. */
  saved() {
    this.#savedAt = this.#deps.clock.monotonic();
  }

  #sweep() {
    const { endExpired, lifetimes, save } = this.#deps;
    endExpired();
    if (lifetimes().length > 0) save();
  }
}
