import { every, type Clock } from '#shared/clock';
import type { Lifetime } from './lifetime';

/** How often lifetimes are looked at and put on the disk, in ms: a killed process forgets no more than this. */
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** Where hours were set, the wall clock is looked at so often, in ms: it may jump. */
const POLL_INTERVAL_MS = 30 * 1000;

/** And what is left of them is put on the disk so often, in ms: a box that is killed again and again adds no more to a guest's time. */
const SAVE_INTERVAL_MS = 5 * 60 * 1000;

/** What is watched, and what is done about it. */
interface LifetimeWatchParts {
  readonly clock: Clock;
  readonly lifetimes: () => readonly Lifetime[];
  /** Ends those whose time is over. */
  readonly endExpired: () => void;
  /** Puts what is left of the others on the disk. */
  readonly save: () => void;
}

/** Looks at lifetimes when one may be over: at the hours that were set to the moment, at the others now and then. */
export class LifetimeWatch {
  readonly #parts: LifetimeWatchParts;
  #savedAt: number;
  #cancelLook = () => {};

  constructor(parts: LifetimeWatchParts) {
    this.#parts = parts;
    this.#savedAt = parts.clock.monotonic();
  }

  /** Watches from now on; what it returns stops that, and saves. */
  start(): () => void {
    const { clock } = this.#parts;
    const stopSweeps = every(clock, SWEEP_INTERVAL_MS, () => this.#sweep());
    this.look();
    return () => {
      stopSweeps();
      this.#cancelLook();
      this.#sweep();
    };
  }

  /** An hour was set, or taken away. */
  look() {
    const { clock, endExpired, lifetimes, save } = this.#parts;
    this.#cancelLook();
    endExpired();
    const next = Math.min(...lifetimes().map(({ msToHour }) => msToHour));
    if (next === Infinity) return;
    if (clock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) save();
    this.#cancelLook = clock.after(Math.min(Math.ceil(next), POLL_INTERVAL_MS), () => this.look());
  }

  /** All lifetimes were put on the disk just now. */
  saved() {
    this.#savedAt = this.#parts.clock.monotonic();
  }

  #sweep() {
    const { endExpired, lifetimes, save } = this.#parts;
    endExpired();
    if (lifetimes().length > 0) save();
  }
}
