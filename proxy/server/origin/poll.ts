import type { Clock } from '#shared/clock';

/** How often the network interfaces and certificates are checked, in ms: the system reports neither new addresses nor jumps of the clock. */
export const POLL_INTERVAL_MS = 10_000;

/** Calls `run` at an interval, never two calls at once. Returns a function that stops it. */
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
