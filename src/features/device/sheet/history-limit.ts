/** The number of values that are requested: a day of a sensor that reports every other minute. */
const MAX_ROWS = 1000;
/** The number of values that are requested from a controller that refuses so many. */
const FEW_ROWS = 100;

/** The number of values that are requested from one controller: a service of its home. */
export class HistoryLimit {
  #rows = MAX_ROWS;

  get rows(): number {
    return this.#rows;
  }

  /** The number to request after a refusal; undefined if there is no smaller one. */
  get smaller(): number | undefined {
    return this.#rows > FEW_ROWS ? FEW_ROWS : undefined;
  }

  /** Remembers that the controller accepts only the smaller number. */
  lower(): void {
    this.#rows = FEW_ROWS;
  }
}
