import type { Clock } from './clock';

/** One timer: setting it anew forgets what it was set to before. */
export class Timer {
  readonly #clock: Clock;
  #stop: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isSet(): boolean {
    return this.#stop !== null;
  }

  /** Runs once in so many milliseconds. */
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
