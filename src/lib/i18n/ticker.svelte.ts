import { createSubscriber } from 'svelte/reactivity';

/** A reactive time in ms since the epoch. Templates that read it are updated. */
export interface Ticking {
  readonly now: number;
}

/** The time, and an interval timer that runs until the returned function is called. */
export interface TickSource {
  now(): number;
  every(ms: number, run: () => void): () => void;
}

const browserTicks: TickSource = {
  now: () => Date.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => {
      clearInterval(timer);
    };
  }
};

/** A clock that ticks only while a template or effect reads it. */
export class TickingClock implements Ticking {
  readonly #source: TickSource;
  readonly #subscribe: () => void;

  /** @param period milliseconds between ticks */
  constructor(period: number, source: TickSource = browserTicks) {
    this.#source = source;
    this.#subscribe = createSubscriber((update) => source.every(period, update));
  }

  get now(): number {
    this.#subscribe();
    return this.#source.now();
  }
}

/** The clock for ages. Their smallest step is a minute. */
export const ageClock = new TickingClock(15_000);
