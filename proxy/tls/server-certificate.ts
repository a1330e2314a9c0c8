import type { KeyPair } from './authority';
import type { Clock } from '#shared/clock';

/** The server's certificate and key. They are replaced from time to time. */
export interface ServerCertificate {
  readonly current: KeyPair;
  /** The DNS names of the certificate, wildcards such as `*.example.org` included. */
  readonly names: readonly string[];
  /** Starts to renew the certificate. Returns a function that stops it. */
  start(onChange: (pair: KeyPair) => void): () => void;
}

/** How often the certificates are checked, in ms: the system reports neither new addresses nor jumps of the clock. */
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
