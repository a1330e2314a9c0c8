/** What gestures need of time, so that a test can hold it still. Milliseconds. */
export interface Clock {
  now(): number;
  /** Runs once after a while, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
}

/** The browser's time: monotonic, so a corrected wall clock moves no gesture. */
export const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  }
};
