/** Time as everything here reads it, so that tests can hold it still and move it. */
export interface Clock {
  /** Milliseconds since the epoch, as the wall says. */
  now(): number;
  /** Milliseconds from some fixed moment; never goes back. */
  monotonic(): number;
  /** Runs something once after `ms` milliseconds. Calling what comes back cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own clock. Its timers alone do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  }
};

/** Runs something each `ms` milliseconds until what comes back is called. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, tick);
  function tick(): void {
    cancel = clock.after(ms, tick);
    run();
  }
  return () => cancel();
}
