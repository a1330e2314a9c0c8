import type { Clock } from '#shared/clock';

interface SteppedTimer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that follows real time and can jump ahead, like that of a machine that was suspended. */
export class SteppedClock implements Clock {
  readonly #startsAt: number;
  readonly #timers = new Set<SteppedTimer>();
  readonly #begun = performance.now();
  #ahead = 0;

  /** @param startsAt its wall-clock time now, in ms since the epoch */
  constructor(startsAt: number) {
    this.#startsAt = startsAt;
  }

  now() {
    return Math.round(this.#startsAt + this.monotonic());
  }

  monotonic() {
    return performance.now() - this.#begun + this.#ahead;
  }

  after(ms: number, run: () => void) {
    const cancel = () => {
      clearTimeout(waiting);
      this.#timers.delete(timer);
    };
    const fire = () => {
      cancel();
      run();
    };
    const timer = { at: this.monotonic() + Math.max(0, ms), run: fire };
    const waiting = setTimeout(fire, Math.min(ms, 2 ** 31 - 1));
    this.#timers.add(timer);
    return cancel;
  }

  /** Jumps ahead by `ms`. Timers that are due then run once, in their order. */
  jump(ms: number): void {
    this.#ahead += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.monotonic());
    for (const timer of due.sort((one, other) => one.at - other.at)) if (this.#timers.has(timer)) timer.run();
  }
}
