import type { Clock } from '#shared/clock';

/** At most `max` events within `windowMs`. */
interface Rule {
  readonly max: number;
  readonly windowMs: number;
}

/** Counts events by id of a screen, in memory, against several rules. */
export class RateLimit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #rules: readonly Rule[];
  /** On the monotonic clock, the oldest first. */
  readonly #moments = new Map<string, readonly number[]>();

  constructor(clock: Pick<Clock, 'monotonic'>, rules: readonly Rule[]) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Counts an event. */
  add(id: string) {
    const most = Math.max(...this.#rules.map(({ max }) => max));
    this.#moments.set(id, [...(this.#moments.get(id) ?? []), this.#clock.monotonic()].slice(-most));
  }

  /** Milliseconds until the next event is within all rules. */
  waitOf(id: string): number {
    const moments = this.#moments.get(id) ?? [];
    const waits = this.#rules.map(({ max, windowMs }) => {
      const oldest = moments.at(-max);
      return oldest === undefined ? 0 : oldest + windowMs - this.#clock.monotonic();
    });
    return Math.max(0, ...waits);
  }

  /** Forgets the events of a screen. */
  forget(id: string) {
    this.#moments.delete(id);
  }
}
