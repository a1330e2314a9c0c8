import type { Log } from '../platform/log';

/**
 * Wraps a listener that Node calls directly, for an event of a server or a socket. An exception there would end the process. It is
 * logged instead, and the connection is closed.
 * @param connectionOf returns the connection from the listener's arguments
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
