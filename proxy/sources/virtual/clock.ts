import type { Clock } from '#shared/clock';

/** A clock that is ahead of another one, and whose pending timers can be cancelled together. */
export class VirtualClock implements Clock {
  readonly #clock: Clock;
  readonly #offsetMs: number;
  readonly #pending = new Set<() => void>();

  /** @param offsetMs how far it is ahead, in ms; negative if it is behind */
  constructor(clock: Clock, offsetMs = 0) {
    this.#clock = clock;
    this.#offsetMs = offsetMs;
  }

  now(): number {
    return this.#clock.now() + this.#offsetMs;
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
