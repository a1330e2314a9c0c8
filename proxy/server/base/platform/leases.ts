/** The leases of things that several need, by key. */
export class Leases {
  readonly #onLast: (key: string) => void;
  readonly #counts = new Map<string, number>();

  /** @param onLast called when the last lease of a key is released, each time */
  constructor(onLast: (key: string) => void = () => undefined) {
    this.#onLast = onLast;
  }

  /** The number of leases of this key. */
  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Takes a lease. Returns a function that releases it; its further calls do nothing. */
  take(key: string): () => void {
    this.#counts.set(key, this.count(key) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.count(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
      if (left === 0) this.#onLast(key);
    };
  }
}
