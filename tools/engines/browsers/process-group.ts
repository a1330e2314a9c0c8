import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const START_TIMEOUT_MS = 60_000;
/** Time between SIGTERM and SIGKILL, in ms. */
const KILL_TIMEOUT_MS = 5_000;

/** A program and all processes that it starts. They end together, also if this process ends first. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #kill = () => this.#signal('SIGKILL');
  #output = '';

  /** @param env variables in addition to those of this process */
  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true
    });
    const add = (chunk: Buffer) => {
      this.#output += chunk.toString();
      this.#child.emit('output');
    };
    this.#child.stdout?.on('data', add);
    this.#child.stderr?.on('data', add);
    this.#child.on('error', () => undefined);
    process.once('exit', this.#kill);
  }

  /** Resolves with the first match in the output. Rejects with the output if the program ends or is not ready in time. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match;
      const hasEnded = await Promise.race([
        once(this.#child, 'output', { signal }).then(() => false),
        once(this.#child, 'close', { signal }).then(() => true)
      ]).catch(() => true);
      if (hasEnded) throw new Error(`The program is not ready: ${this.#child.spawnfile}\n${this.#output}`);
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#kill);
    if (this.#child.pid === undefined) return;
    const { exitCode, signalCode } = this.#child;
    const ended = exitCode === null && signalCode === null ? once(this.#child, 'exit') : Promise.resolve();
    this.#signal('SIGTERM');
    const timer = setTimeout(this.#kill, KILL_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    // What the program itself left behind.
    this.#kill();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // All its processes have ended.
    }
  }
}
