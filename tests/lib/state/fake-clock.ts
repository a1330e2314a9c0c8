import type { Clock } from '../../../src/lib/state/clock';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands still until it is moved. Wall time begins at 1,000,000 ms. */
export class FakeClock implements Clock {
  #wall = 1_000_000;
  #monotonic = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#monotonic + ms, run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** How many timers are running: none once everything has stopped. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer; Infinity for none. */
  get next(): number {
    return Math.min(...Array.from(this.#timers, ({ at }) => at)) - this.#monotonic;
  }

  /** Lets time pass, and runs each timer when it is due. */
  advance(ms: number): void {
    const end = this.#monotonic + ms;
    for (;;) {
      const [timer] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!timer) break;
      this.#timers.delete(timer);
      this.#move(Math.max(timer.at, this.#monotonic));
      timer.run();
    }
    this.#move(end);
  }

  /** The machine slept: the wall clock went on, nothing else did. */
  sleep(ms: number): void {
    this.#wall += ms;
  }

  #move(to: number): void {
    this.#wall += to - this.#monotonic;
    this.#monotonic = to;
  }
}
