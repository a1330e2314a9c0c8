import type { Clock } from '../../proxy/platform/clock';

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
  #timers = new Set<Timer>();

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

  /** How many timers wait: none may be left behind by what has stopped. */
  get waiting() {
    return this.#timers.size;
  }

  /** Lets `ms` pass: each timer that comes due runs at its own moment, in order, and what follows from it happens first. */
  async advance(ms: number) {
    const end = this.#monotonic + ms;
    await settle();
    for (let next = this.#nextBefore(end); next; next = this.#nextBefore(end)) {
      this.#moveTo(next.at);
      this.#timers.delete(next);
      next.run();
      await settle();
    }
    this.#moveTo(end);
    await settle();
  }

  /** The wall's clock jumps, as when the network's time arrives; no time passes. */
  jump(ms: number) {
    this.#now += ms;
  }

  #nextBefore(end: number) {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    return next;
  }

  #moveTo(monotonic: number) {
    this.#now += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }
}
