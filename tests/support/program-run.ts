import { spawn, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { onTestFinished } from 'vitest';

interface RunSettings {
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
  readonly #ended: Promise<unknown>;
  readonly #printed: AsyncIterator<unknown>;

  constructor(
    main: string,
    argv: readonly string[],
    { environment = {}, stderr = 'pipe' }: RunSettings = {}
  ) {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [main, ...argv], { env, stdio: ['ignore', 'pipe', stderr] });
    if (!child.stdout) throw new Error('The program has no stdout.');
    child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#child = child;
    this.#ended = once(child, 'close');
    this.#printed = on(child.stdout, 'data');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await this.#ended;
    });
  }

  /** Resolves with the program's first line of output. */
  async firstLine() {
    while (!this.stdout.includes('\n')) {
      if (this.#child.exitCode !== null) throw new Error(`The program ended: ${this.stderr}`);
      await Promise.race([this.#printed.next(), this.#ended]);
    }
    return this.stdout.split('\n')[0] ?? '';
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
