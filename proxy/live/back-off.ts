/** The longest time from one attempt to the next, in ms. */
const MAX_BACK_OFF_MS = 10_000;
const FIRST_BACK_OFF_MS = 1_000;

/** Full jitter: each wait is anything from 0 to a bound that doubles from 1 s to 10 s, so that many never come back as one. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  /** @param random from 0 up to 1 */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** How many attempts failed since the last success. */
  get failures() {
    return this.#failures;
  }

  /** Counts a failure; ms from that attempt's start to the next one's. */
  next(): number {
    const bound = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.#failures);
    this.#failures++;
    return this.#random() * bound;
  }

  /** An attempt succeeded. */
  reset() {
    this.#failures = 0;
  }
}
