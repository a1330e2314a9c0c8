/** At most so many in any second. Times are ms of a monotonic clock. */
export class Pace {
  readonly #most: number;
  #times: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** How many ms after `now` the next one may go; 0 for now. */
  wait(now: number): number {
    this.#times = this.#times.filter((time) => time > now - SECOND_MS);
    const [oldest] = this.#times.slice(-this.#most);
    return oldest === undefined || this.#times.length < this.#most ? 0 : oldest + SECOND_MS - now;
  }

  /** One goes now, in its turn or out of it. */
  count(now: number) {
    this.#times.push(now);
  }

  /** Whether none went in the last second. */
  isIdle(now: number): boolean {
    return this.#times.every((time) => time <= now - SECOND_MS);
  }
}

const SECOND_MS = 1_000;
