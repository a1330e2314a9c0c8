import type { Clock } from '../../../src/lib/state/clock';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands still until it is moved. Wall time begins at 1,000,000 ms. */
export class FakeClock implements Clock {
  #wall = 1_000_000;
  #monotonic = 0;
  readonly #alarms = new Set<Timer>();

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(ms: number, run: () => void): () => void {
    const alarm = { at: this.#monotonic + ms, run };
    this.#alarms.add(alarm);
    return () => {
      this.#alarms.delete(alarm);
    };
  }

  /** How many timers are running: none once everything has stopped. */
  get pending(): number {
    return this.#alarms.size;
  }

  /** Milliseconds until the next alarm; Infinity for none. */
  get next(): number {
    return Math.min(...Array.from(this.#alarms, ({ at }) => at)) - this.#monotonic;
  }

  /** Lets time pass, ringing each alarm at its time. */
  advance(ms: number): void {
    const end = this.#monotonic + ms;
    for (;;) {
      const [alarm] = [...this.#alarms].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!alarm) break;
      this.#alarms.delete(alarm);
      this.#move(Math.max(alarm.at, this.#monotonic));
      alarm.run();
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
