import type { Clock } from '#shared/clock';

/** A clock whose pending timers can be cancelled together. */
export class VirtualClock implements Clock {
  readonly #clock: Clock;
  readonly #pending = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  after(ms: number, run: () => void): () => void {
    const cancel = () => {
      this.#pending.delete(cancel);
      cancelTimer();
    };
    const cancelTimer = this.#clock.after(ms, () => {
      this.#pending.delete(cancel);
      run();
    });
    this.#pending.add(cancel);
    return cancel;
  }

  /** Cancels all pending timers. */
  cancelAll(): void {
    for (const cancel of this.#pending) cancel();
  }
}
