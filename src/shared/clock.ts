/** Time, passed in wherever it matters so that tests can control it. */
export interface Clock {
  /** Wall-clock time in ms since the epoch, for people to read. It may jump by years. */
  now(): number;
  /** Milliseconds that only grow, at one pace: what lifetimes, deadlines and gestures count by. */
  monotonic(): number;
  /** Runs once, `ms` from now; what it returns cancels that. */
  after(ms: number, run: () => void): () => void;
}

/** A longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own time. In Node its timers never keep the process alive: sockets do that. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer: number | ReturnType<typeof setTimeout> = setTimeout(run, Math.min(ms, MAX_TIMER_MS));
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  }
};

/** Runs at an interval of `ms` until what it returns is called. The next timer is set before each run. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, tick);
  function tick(): void {
    cancel = clock.after(ms, tick);
    run();
  }
  return () => cancel();
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal?.aborted) {
      resolve();
      return;
    }
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}
