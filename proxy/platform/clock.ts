/** Time, handed in wherever it matters so that tests can hold it still. */
export interface Clock {
  /** The wall's time in ms since the epoch, for people to read. It may jump by years. */
  now(): number;
  /** Milliseconds that only ever grow, at one pace: what lifetimes and deadlines count by. */
  monotonic(): number;
  /** Runs once, `ms` from now; what it returns cancels that. */
  after(ms: number, run: () => void): () => void;
}

/** Maximum delay of a Node timer: a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own time. Its timers never keep the process alive: sockets do that. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  }
};
