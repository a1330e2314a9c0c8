import { createSubscriber } from 'svelte/reactivity';

/** A time that changes in the templates that read it, in ms since the epoch. */
export interface Ticking {
  readonly now: number;
}

/** What a ticking clock depends on: the time, and an interval that runs until the returned function is called. */
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

/** A clock that ticks only while something on the screen reads it: a page without ages has no timer. */
export class TickingClock implements Ticking {
  readonly #source: TickSource;
  readonly #subscribe: () => void;

  /** @param period Milliseconds between ticks. */
  constructor(period: number, source: TickSource = browserTicks) {
    this.#source = source;
    this.#subscribe = createSubscriber((update) => source.every(period, update));
  }

  get now(): number {
    this.#subscribe();
    return this.#source.now();
  }
}

/** The clock for ages, whose smallest step is a minute. */
export const ageClock = new TickingClock(15_000);
