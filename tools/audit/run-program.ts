import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Timeout of a scanner, in ms. */
const TIMEOUT_MS = 10 * 60_000;

/** A program's output, and whether its exit code was 0. */
interface Ran {
  readonly stdout: string;
  readonly isOk: boolean;
}

/** Error codes of a program that is in no folder of PATH; EACCES if one of the folders is unreadable. */
const NOT_THERE: readonly unknown[] = ['ENOENT', 'EACCES'];

/** Runs a program. Any exit code resolves; null if the program does not exist. */
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
