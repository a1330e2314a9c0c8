import { type Clock, every } from '#shared/clock';
import type { Screen } from './screen';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A screen that was not seen for this time is signed out, in ms. */
export const IDLE_TIMEOUT_MS = 30 * DAY_MS;

/** A screen that is not kept is signed out this long after its sign-in, in ms. */
export const ABSOLUTE_TIMEOUT_MS = 90 * DAY_MS;

/** The remaining time of a lifetime, in ms, as it is stored. The time while the program did not run does not count. */
export interface RemainingLifetime {
  readonly idleLeft: number;
  /** Counts only if the screen is not kept. */
  readonly absoluteLeft: number;
  /** Null without an end time. */
  readonly untilLeft: number | null;
}

/**
 * How long a screen stays signed in. It counts by the monotonic clock: a wall clock that jumps signs nobody out. The exception is an end
 * time that a person has set (`until`): the first of both clocks to reach it ends the screen, so that a guest does not stay because the box
 * was off.
 */
export class ScreenLifetime {
  readonly #clock: Clock;
  readonly #isKept: boolean;
  readonly #absoluteAt: number;
  #idleAt: number;
  #until: number | null = null;
  #untilAt: number | null = null;

  /** @param left remaining time from an earlier process; a new lifetime without it */
  constructor(clock: Clock, { kept, rights }: Screen, left?: RemainingLifetime) {
    const now = clock.monotonic();
    this.#clock = clock;
    this.#isKept = kept;
    this.#idleAt = now + (left?.idleLeft ?? IDLE_TIMEOUT_MS);
    this.#absoluteAt = now + (left?.absoluteLeft ?? ABSOLUTE_TIMEOUT_MS);
    this.limit(rights.until, left?.untilLeft ?? undefined);
  }

  /** Sets the end time, in ms since the epoch; null for none. */
  limit(until: number | null, left = (until ?? 0) - this.#clock.now()) {
    this.#until = until;
    this.#untilAt = until === null ? null : this.#clock.monotonic() + left;
  }

  /** Notes that the screen was seen. */
  noteSeen() {
    this.#idleAt = this.#clock.monotonic() + IDLE_TIMEOUT_MS;
  }

  get isOver(): boolean {
    const now = this.#clock.monotonic();
    return now >= this.#idleAt || (!this.#isKept && now >= this.#absoluteAt) || this.msToHour <= 0;
  }

  /** Milliseconds until the end time; Infinity without one. */
  get msToHour(): number {
    if (this.#until === null || this.#untilAt === null) return Infinity;
    return Math.min(this.#untilAt - this.#clock.monotonic(), this.#until - this.#clock.now());
  }

  get left(): RemainingLifetime {
    const now = this.#clock.monotonic();
    return {
      idleLeft: this.#idleAt - now,
      absoluteLeft: this.#absoluteAt - now,
      untilLeft: this.#untilAt === null ? null : this.#untilAt - now
    };
  }
}

/** How often lifetimes are checked and saved, in ms: a killed process loses no more than this. */
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** If a screen has an end time, the wall clock is checked at this interval, in ms: it may jump. */
const POLL_INTERVAL_MS = 30 * 1000;

/** How often the remaining time of those screens is saved, in ms: a box that is killed again and again adds no more to a guest's time. */
const SAVE_INTERVAL_MS = 5 * 60 * 1000;

/** What the watch depends on. */
interface LifetimeWatchDeps {
  readonly clock: Clock;
  readonly lifetimes: () => readonly ScreenLifetime[];
  /** Ends the screens whose time is over. */
  readonly endExpired: () => void;
  /** Saves the remaining time of the others. */
  readonly save: () => void;
}

/** Checks the lifetimes of screens: exactly at end times that a person has set, and at an interval for all others. */
export class LifetimeWatch {
  readonly #deps: LifetimeWatchDeps;
  #savedAt: number;
  #cancelCheck = () => {};

  constructor(deps: LifetimeWatchDeps) {
    this.#deps = deps;
    this.#savedAt = deps.clock.monotonic();
  }

  /** Starts the checks. Returns a function that stops them and saves. */
  start(): () => void {
    const { clock } = this.#deps;
    const stopSweeps = every(clock, SWEEP_INTERVAL_MS, () => this.#sweep());
    this.check();
    return () => {
      stopSweeps();
      this.#cancelCheck();
      this.#sweep();
    };
  }

  /** Checks now, since an end time was set or removed. */
  check() {
    const { clock, endExpired, lifetimes, save } = this.#deps;
    this.#cancelCheck();
    endExpired();
    const next = Math.min(...lifetimes().map(({ msToHour }) => msToHour));
    if (next === Infinity) return;
    if (clock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) save();
    this.#cancelCheck = clock.after(Math.min(Math.ceil(next), POLL_INTERVAL_MS), () => this.check());
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
