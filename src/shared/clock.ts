/** A source of time. It is injected so that tests can control it. */
export interface Clock {
  /** Wall-clock time in ms since the epoch, for display and storage. It can jump by years. */
  now(): number;
  /** Milliseconds from a monotonic source, for lifetimes, deadlines and gestures. */
  monotonic(): number;
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The maximum delay of `setTimeout` in ms. A longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The system clock. In Node its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer: number | ReturnType<typeof setTimeout> = setTimeout(run, Math.min(ms, MAX_TIMER_MS));
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  }
};

/** Calls `run` every `ms` until the returned function is called. The next timer is set before each run. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, tick);
  function tick(): void {
    cancel = clock.after(ms, tick);
    run();
  }
  return () => cancel();
}

/** Resolves after `ms`, or when the signal is aborted. */
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
