import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** How long a scanner may take, in ms. */
const TIMEOUT_MS = 10 * 60_000;

/** What a program printed, and whether it exited with 0. */
export interface Ran {
  readonly stdout: string;
  readonly isOk: boolean;
}

/** What the system says where a program is in no folder of PATH, one of which this user may not read. */
const NOT_THERE: readonly unknown[] = ['ENOENT', 'EACCES'];

/** Runs a program, whatever its exit code; null where there is no such program. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {}
): Promise<Ran | null> {
  try {
    const options = {
      cwd,
      env: { ...process.env, ...env },
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024
    };
    return { stdout: (await execute(program, args, options)).stdout, isOk: true };
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.includes(error.code)) return null;
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return { stdout: error.stdout, isOk: false };
    throw error;
  }
}
