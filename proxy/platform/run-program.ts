import { execFile } from 'node:child_process';

/** The result of a program. `code` is 127 if it is missing. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without a shell, and waits for its end. It never rejects. */
export type RunProgram = (program: string, ...argv: readonly string[]) => Promise<ProgramResult>;

const MISSING = 127;

/** Runs a program of this system. */
export const runProgram: RunProgram = (program, ...argv) =>
  new Promise((resolve) => {
    execFile(program, argv, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : MISSING;
      resolve({ code, stdout, stderr });
    });
  });
