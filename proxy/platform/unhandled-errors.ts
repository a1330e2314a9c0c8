import type { Log } from './log';

/** Ignores write errors of stdout and stderr, such as a full disk or a closed pipe. The output is lost, but the program runs on. */
export function surviveBrokenOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Logs uncaught errors instead of ending the process, so that other connections continue. Listeners that Node calls directly catch
 * errors themselves (`guarded`).
 */
export function surviveDefects(log: Pick<Log, 'error'>) {
  const survive = (error: unknown) => log.error({ err: error }, 'Unhandled error.');
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}
