/** The leases of one thing that several need. */
export class Leases {
  readonly #onLast: () => void;
  #count = 0;

  /** @param onLast called when the last lease is released, each time */
  constructor(onLast: () => void) {
    this.#onLast = onLast;
  }

  /** Takes a lease. Returns a function that releases it; its further calls do nothing. */
  take(): () => void {
    this.#count++;
    let isHeld = true;
    return () => {
      if (isHeld && --this.#count === 0) this.#onLast();
      isHeld = false;
    };
  }
}
