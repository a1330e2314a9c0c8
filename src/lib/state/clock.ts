/** What the state needs of time, so that a test can hold it still. Milliseconds. */
export interface Clock {
  /** The wall clock, since the epoch: for ages that people read. It may jump. */
  now(): number;
  /** Never goes back and never jumps: for deadlines. */
  monotonic(): number;
  /** Runs once after a while, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
}

/** The browser's time. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  }
};
