import type { Clock } from '#shared/clock';

/** A one-shot timer. Setting it again cancels the previous run. */
export class Timer {
  readonly #clock: Clock;
  #stop: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isSet(): boolean {
    return this.#stop !== null;
  }

  /** Calls `run` once after `ms`. */
  set(ms: number, run: () => void): void {
    this.stop();
    this.#stop = this.#clock.after(ms, () => {
      this.#stop = null;
      run();
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
