/** Maximum time from one attempt to the next, in ms. */
const MAX_BACK_OFF_MS = 10_000;
const FIRST_BACK_OFF_MS = 1_000;

/**
 * Exponential back-off with full jitter: each wait is random from 0 to a bound that doubles from 1 s to 10 s, so that many clients do not
 * retry at once.
 */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  /** @param random from 0 up to 1 */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Number of failed attempts since the last success. */
  get failures() {
    return this.#failures;
  }

  /** Counts a failure. Returns the ms from the start of that attempt to the start of the next. */
  next(): number {
    const bound = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.#failures);
    this.#failures++;
    return this.#random() * bound;
  }

  /** Resets the back-off after a success. */
  reset() {
    this.#failures = 0;
  }
}
