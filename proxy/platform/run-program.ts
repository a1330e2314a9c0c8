import { execFile } from 'node:child_process';

/** The result of a program. `code` is 127 if it is missing. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user of this system. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** A program with its input, or one that another user runs, without the variables of this one. */
export interface ProgramStart {
  readonly program: string;
  readonly input?: Buffer;
  readonly owner?: SystemUser | undefined;
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
    const { program, input, owner } = typeof start === 'string' ? { program: start } : start;
    const options = owner ? { ...owner, env: { PATH: process.env['PATH'] } } : {};
    const child = execFile(program, argv, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : MISSING;
      resolve({ code, stdout, stderr });
    });
    // A program may end before it has read its input.
    child.stdin?.on('error', () => undefined);
    if (input) child.stdin?.end(input);
  });
