import type { Clock } from '#shared/clock';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Lets everything that is already due (promises, ended streams, local files) happen. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that moves only when it is told to. */
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

  /** How many timers are waiting: none once everything has stopped. */
  get waiting() {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer; Infinity for none. */
  get next() {
    return Math.min(...Array.from(this.#timers, ({ at }) => at)) - this.#monotonic;
  }

  /** Lets `ms` pass at once: each timer that comes due runs at its own moment, in order. */
  pass(ms: number) {
    const end = this.#monotonic + ms;
    while (this.#runNext(end)) continue;
    this.#moveTo(end);
  }

  /** The same where what follows from a timer happens before the next one runs. */
  async advance(ms: number) {
    const end = this.#monotonic + ms;
    await settle();
    while (this.#runNext(end)) await settle();
    this.#moveTo(end);
    await settle();
  }

  /** The wall clock jumps, as after sleep or when the network's time arrives; no time passes. */
  jump(ms: number) {
    this.#now += ms;
  }

  /** Runs the next timer that is due by then, if there is one. */
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
