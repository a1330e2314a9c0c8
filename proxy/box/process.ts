import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Log } from '../server/base/platform/log';

/** Gives up root for the owner of a folder, for good. Does nothing for another user, and if root owns the folder or it does not exist. */
export async function becomeOwnerOf(folder: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const owner = await stat(folder).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return;
  // With its other groups, which may be what lets it read a certificate's key. A user without a name has none.
  const { code, stdout } = await runProgram('id', '-G', String(owner.uid));
  process.setgroups?.(code === 0 ? stdout.trim().split(' ').map(Number) : [owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Ignores write errors of stdout and stderr, such as a full disk or a closed pipe. The output is lost, but the program runs on. */
export function surviveBrokenOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Logs uncaught errors instead of ending the process, so that other connections continue. Listeners that Node calls directly catch
 * errors themselves (`guarded`).
 */
export function surviveDefects(log: Pick<Log, 'error'>) {
  const survive = (error: unknown) => log.error({ box: true, err: error }, 'Unhandled error.');
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
}

/** The result of a program. `code` is 127 if it is missing. */
interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program with its input. */
interface ProgramStart {
  readonly program: string;
  readonly input?: Buffer;
}

/** Runs a program without a shell, and waits for its end. It never rejects. */
export type RunProgram = (
  program: string | ProgramStart,
  ...argv: readonly string[]
) => Promise<ProgramResult>;

const MISSING = 127;

/** Runs a program of this system. */
export const runProgram: RunProgram = (start, ...argv) =>
  new Promise((resolve) => {
    const { program, input }: ProgramStart = typeof start === 'string' ? { program: start } : start;
    const child = execFile(program, argv, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : MISSING;
      resolve({ code, stdout, stderr });
    });
    // A program may end before it has read its input.
    child.stdin?.on('error', () => undefined);
    if (input) child.stdin?.end(input);
  });
