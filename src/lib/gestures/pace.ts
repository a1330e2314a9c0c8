import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';

/** Passes values on at a bearable pace. */
export interface Pace<T> {
  /** A value comes in. */
  push(value: T): void;
  /** What waits goes out now: a release does not wait for the timer. */
  flush(): void;
  /** What waits is forgotten: a cancelled gesture, a component that goes away. */
  drop(): void;
}

interface Waiting<T> {
  readonly value: T;
}

/** At once, then at most every `ms` (read anew each time), and the last value always: for colours while a finger moves over them. */
export function throttle<T>(ms: () => number, run: (value: T) => void, clock: Clock = systemClock): Pace<T> {
  let waiting: Waiting<T> | null = null;
  let stopTimer: (() => void) | null = null;

  function pass(): void {
    stopTimer?.();
    stopTimer = null;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    stopTimer = clock.after(ms(), pass);
    run(value);
  }

  return {
    push(value) {
      waiting = { value };
      if (!stopTimer) pass();
    },
    flush: pass,
    drop() {
      waiting = null;
    }
  };
}
