/** The number of reports that count. */
const MAX_REPORTS = 20;
/** The number of reports from which the delay is known. */
const MIN_REPORTS = 3;
/** Delays up to this are not worth a word, in ms: times of trips have a resolution of a second. */
const MIN_DELAY_MS = 2000;

/**
 * Measures how late reports of motion arrive. The clocks of the controller and of this tablet may differ, so the
 * fastest report counts as one without delay. A controller that reports at once has nearly equal delays; one that is
 * compared at an interval has all delays up to that interval.
 */
export class DelayMeter {
  #lags: readonly number[] = [];

  /**
   * Adds a report.
   * @param arrivedAt ms since the epoch, by the clock of this tablet
   * @param trippedAt seconds since the epoch, by the clock of the controller
   */
  add(arrivedAt: number, trippedAt: number): void {
    this.#lags = [...this.#lags, arrivedAt - trippedAt * 1000].slice(-MAX_REPORTS);
  }

  /** The longest delay in ms; undefined while it is unknown or short. */
  get delayMs(): number | undefined {
    if (this.#lags.length < MIN_REPORTS) return undefined;
    const delay = Math.max(...this.#lags) - Math.min(...this.#lags);
    return delay > MIN_DELAY_MS ? delay : undefined;
  }
}
