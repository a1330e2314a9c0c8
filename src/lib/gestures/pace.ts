import { systemClock, type Clock } from '#shared/clock';

/** Limits the rate of values. */
export interface Throttled<T> {
  /** Adds a value. */
  push(value: T): void;
  /** Emits the waiting value now, for example on release. */
  flush(): void;
  /** Drops the waiting value, for example when a gesture is cancelled or a component is destroyed. */
  drop(): void;
}

/**
 * Emits the first value at once, then at most one every `ms` (read each time), and always the last one. Used for
 * colours while a finger moves.
 */
export function throttle<T>(
  ms: () => number,
  run: (value: T) => void,
  clock: Clock = systemClock
): Throttled<T> {
  let waiting: { readonly value: T } | null = null;
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
