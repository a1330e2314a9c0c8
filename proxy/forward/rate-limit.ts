/** Sliding-window rate limit: at most `max` events in any second. Times are ms of a monotonic clock. */
export class RateLimit {
  readonly #max: number;
  #times: number[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Milliseconds after `now` until the next event is allowed; 0 if it is allowed now. */
  delay(now: number): number {
    this.#times = this.#times.filter((time) => time > now - SECOND_MS);
    const [oldest] = this.#times.slice(-this.#max);
    return oldest === undefined || this.#times.length < this.#max ? 0 : oldest + SECOND_MS - now;
  }

  /** Records an event now, whether it was allowed or not. */
  record(now: number) {
    this.#times.push(now);
  }

  /** Whether there was no event in the last second. */
  isIdle(now: number): boolean {
    return this.#times.every((time) => time <= now - SECOND_MS);
  }
}

const SECOND_MS = 1_000;
