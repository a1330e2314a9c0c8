import type { Clock } from '#shared/clock';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Waits until everything that is already due (promises, ended streams, local files) has happened. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that moves only on `advance` and `jump`. */
export class FakeClock implements Clock {
  #now: number;
  #monotonic = 1_000;
  readonly #timers = new Set<Timer>();

  /** @param now wall-clock time at the start, in ms since the epoch */
  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now() {
    return this.#now;
  }

  monotonic() {
    return this.#monotonic;
  }

  after(ms: number, run: () => void) {
    const timer = { at: this.#monotonic + Math.max(0, ms), run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** The number of pending timers: none once everything has stopped. */
  get waiting() {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer; Infinity for none. */
  get next() {
    return Math.min(...Array.from(this.#timers, ({ at }) => at)) - this.#monotonic;
  }

  /** Advances by `ms` at once. Due timers run at their own times, in order. */
  pass(ms: number) {
    const end = this.#monotonic + ms;
    while (this.#runNext(end)) continue;
    this.#moveTo(end);
  }

  /** The same, but the effects of a timer happen before the next one runs. */
  async advance(ms: number) {
    const end = this.#monotonic + ms;
    await settle();
    while (this.#runNext(end)) await settle();
    this.#moveTo(end);
    await settle();
  }

  /** Moves the wall clock only, like after sleep or a time update. */
  jump(ms: number) {
    this.#now += ms;
  }

  /** Runs the next timer that is due by then. */
  #runNext(end: number) {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    if (!next) return false;
    this.#moveTo(next.at);
    this.#timers.delete(next);
    next.run();
    return true;
  }

  #moveTo(monotonic: number) {
    this.#now += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }
}
