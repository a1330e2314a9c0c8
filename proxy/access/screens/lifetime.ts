import type { Clock } from '#shared/clock';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Unseen for this long, a screen is signed out, in ms. */
export const IDLE_TIMEOUT_MS = 30 * DAY_MS;

/** This long after its sign-in a screen that is not kept is signed out, in ms. */
export const ABSOLUTE_TIMEOUT_MS = 90 * DAY_MS;

/** What is left of a lifetime, in ms. It lies on the disk: no wall clock is asked how long the program was away. */
interface Remaining {
  readonly idleLeft: number;
  /** Counts only where the screen is not kept. */
  readonly absoluteLeft: number;
  /** Null where no hour was set. */
  readonly untilLeft: number | null;
}

/**
 * How long a screen stays signed in. The ends lie on the monotonic clock, for the wall's may jump by a year, and nobody is signed out
 * by that. An hour that a person has set (`until`) is the exception: it is over by whichever clock is the first to say so, since a guest
 * must not stay because the box was off.
 */
export class Lifetime {
  readonly #clock: Clock;
  readonly #isKept: boolean;
  readonly #absoluteAt: number;
  #idleAt: number;
  #until: number | null = null;
  #untilAt: number | null = null;

  /** @param left of an earlier process; a new lifetime where there is none */
  constructor(
    clock: Clock,
    { kept, until, left }: { kept: boolean; until: number | null; left?: Remaining }
  ) {
    const now = clock.monotonic();
    this.#clock = clock;
    this.#isKept = kept;
    this.#idleAt = now + (left?.idleLeft ?? IDLE_TIMEOUT_MS);
    this.#absoluteAt = now + (left?.absoluteLeft ?? ABSOLUTE_TIMEOUT_MS);
    this.limit(until, left?.untilLeft ?? undefined);
  }

  /** Sets the hour at which it is over, in ms since the epoch; null for none. */
  limit(until: number | null, left = (until ?? 0) - this.#clock.now()) {
    this.#until = until;
    this.#untilAt = until === null ? null : this.#clock.monotonic() + left;
  }

  /** The screen is there. */
  see() {
    this.#idleAt = this.#clock.monotonic() + IDLE_TIMEOUT_MS;
  }

  get isOver(): boolean {
    const now = this.#clock.monotonic();
    return now >= this.#idleAt || (!this.#isKept && now >= this.#absoluteAt) || this.msToHour <= 0;
  }

  /** Milliseconds until the hour that was set; Infinity where none was. */
  get msToHour(): number {
    if (this.#until === null || this.#untilAt === null) return Infinity;
    return Math.min(this.#untilAt - this.#clock.monotonic(), this.#until - this.#clock.now());
  }

  get left(): Remaining {
    const now = this.#clock.monotonic();
    return {
      idleLeft: this.#idleAt - now,
      absoluteLeft: this.#absoluteAt - now,
      untilLeft: this.#untilAt === null ? null : this.#untilAt - now
    };
  }
}
