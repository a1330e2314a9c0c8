import { createSubscriber } from 'svelte/reactivity';

/** A time that whoever reads it in a template sees move. Milliseconds since the epoch. */
export interface Ticking {
  readonly now: number;
}

/** What a ticking clock needs of the world: the time, and a repeated call until the returned function is called. */
export interface Pulse {
  now(): number;
  every(ms: number, run: () => void): () => void;
}

const browserPulse: Pulse = {
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
  readonly #pulse: Pulse;
  readonly #subscribe: () => void;

  /** @param period Milliseconds between ticks. */
  constructor(period: number, pulse: Pulse = browserPulse) {
    this.#pulse = pulse;
    this.#subscribe = createSubscriber((update) => pulse.every(period, update));
  }

  get now(): number {
    this.#subscribe();
    return this.#pulse.now();
  }
}

/** The clock for ages, whose smallest step is a minute. */
export const ageClock = new TickingClock(15_000);
