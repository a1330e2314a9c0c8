import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { readySchema, type Ready } from '../../tools/support/program';

interface Settings {
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A file descriptor, or `pipe` to collect the output. */
  readonly stderr?: 'pipe' | number;
}

/** A run of the built program in its own process, which is killed after the test. */
export class ProgramRun {
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown[]>;
  readonly #ended: Promise<unknown[]>;

  constructor(main: string, argv: readonly string[], { environment = {}, stderr = 'pipe' }: Settings = {}) {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [main, ...argv], { env, stdio: ['ignore', 'pipe', stderr, 'ipc'] });
    if (!child.stdout) throw new Error('The program has no stdout.');
    child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#child = child;
    this.#ended = once(child, 'close');
    this.#ready = once(child, 'message');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await this.#ended;
    });
  }

  /** Resolves when the program is ready, with what it says then. */
  async ready(): Promise<Ready> {
    const [message] = await Promise.race([this.#ready, this.#ended]);
    const read = v.safeParse(readySchema, message);
    if (!read.success) throw new Error(`The program ended: ${this.stderr}`);
    return read.output;
  }

  signal(signal: NodeJS.Signals) {
    this.#child.kill(signal);
  }

  /** Resolves with the exit code; null if a signal ended it. */
  async exitCode() {
    await this.#ended;
    return this.#child.exitCode;
  }
}
