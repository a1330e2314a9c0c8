import type { Clock } from '../platform/clock';

/** How often it is looked whether another certificate is due, in ms: the system tells neither of new addresses nor of the clock's jumps. */
export const POLL_INTERVAL_MS = 10_000;

/** Calls `look` from time to time, one call after the other, until what it returns is called. */
export function poll(clock: Clock, run: () => Promise<void>): () => void {
  let isStopped = false;
  let cancel: (() => void) | undefined;
  const wait = () => {
    if (!isStopped) cancel = clock.after(POLL_INTERVAL_MS, () => void run().finally(wait));
  };
  wait();
  return () => {
    isStopped = true;
    cancel?.();
  };
}
