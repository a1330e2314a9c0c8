import type { Log } from './log';

/** A full disk behind stdout or stderr, or a closed pipe, ends nothing: what cannot be printed is lost. */
export function surviveBrokenOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * The last resort of a program that serves: an error that nothing caught is logged, and everyone else's connections go on. Listeners
 * that Node calls directly have a catch of their own before that (`guarded`).
 */
export function surviveDefects(log: Pick<Log, 'error'>) {
  const survive = (error: unknown) => log.error({ err: error }, 'Unhandled error.');
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
