import type { Clock } from '#shared/clock';

/** Sums amounts by key over the last `windowMs`, and tells when a sum is below its maximum. */
export class SlidingSum {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #max: number;
  readonly #windowMs: number;
  readonly #added = new Map<string, { readonly at: number; readonly amount: number }[]>();

  constructor(
    clock: Pick<Clock, 'monotonic'>,
    { max, windowMs }: { readonly max: number; readonly windowMs: number }
  ) {
    this.#clock = clock;
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Milliseconds until a key's sum is below the maximum; 0 if it is. */
  delay(key: string): number {
    const recent = this.#recent(key);
    let excess = recent.reduce((sum, { amount }) => sum + amount, 0) - this.#max;
    for (const { at, amount } of recent) {
      if (excess < 0) return 0;
      excess -= amount;
      if (excess < 0) return at + this.#windowMs - this.#clock.monotonic();
    }
    return 0;
  }

  /** Adds an amount. */
  add(key: string, amount: number) {
    for (const each of [...this.#added.keys()]) if (this.#recent(each).length === 0) this.#added.delete(each);
    this.#added.set(key, [...this.#recent(key), { at: this.#clock.monotonic(), amount }]);
  }

  #recent(key: string) {
    const since = this.#clock.monotonic() - this.#windowMs;
    return (this.#added.get(key) ?? []).filter(({ at }) => at > since);
  }
}
