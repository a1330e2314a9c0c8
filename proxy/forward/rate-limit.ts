/** At most so many in any second. Times are ms of a monotonic clock. */
export class RateLimit {
  readonly #max: number;
  #times: number[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** How many ms after `now` the next one may go; 0 for now. */
  delay(now: number): number {
    this.#times = this.#times.filter((time) => time > now - SECOND_MS);
    const [oldest] = this.#times.slice(-this.#max);
    return oldest === undefined || this.#times.length < this.#max ? 0 : oldest + SECOND_MS - now;
  }

  /** One goes now, in its turn or out of it. */
  record(now: number) {
    this.#times.push(now);
  }

  /** Whether none went in the last second. */
  isIdle(now: number): boolean {
    return this.#times.every((time) => time <= now - SECOND_MS);
  }
}

const SECOND_MS = 1_000;
