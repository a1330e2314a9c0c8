import type { Log } from '../platform/log';

/**
 * Wraps a listener that Node calls directly, for an event of a server or a socket. There an exception has no one to catch it and would
 * end the process: it is logged, and the connection it came on is closed.
 * @param connectionOf what to close, of the listener's own arguments
 */
export function guarded<Arguments extends readonly unknown[]>(
  log: Pick<Log, 'error'>,
  connectionOf: (...event: Arguments) => { destroy(): unknown },
  listener: (...event: Arguments) => void
): (...event: Arguments) => void {
  return (...event) => {
    try {
      listener(...event);
    } catch (error) {
      log.error({ err: error }, 'Unhandled error in a connection.');
      connectionOf(...event).destroy();
    }
  };
}
