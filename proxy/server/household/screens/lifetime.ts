import type { Clock } from '#shared/clock';
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
  #isKept: boolean;
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

  /** Keeps the screen from now on. */
  keep() {
    this.#isKept = true;
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
