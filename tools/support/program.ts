import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { freePort, freeUdpPort } from './ports';
import { controllerAt, searchesAt, splitVariables } from './test-variables';

const built = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The message of the program when it is ready: its origins on this machine. */
export const readySchema = v.object({
  http: v.pipe(v.string(), v.url()),
  https: v.pipe(v.string(), v.url())
});

/** The same, read. */
export type Ready = v.InferOutput<typeof readySchema>;

/** Requests reach loopback only. */
const environment = {
  PATH: process.env['PATH'],
  MANTEL_DISCOVERY_TARGETS: '127.255.255.255',
  MANTEL_MDNS: '0'
};

/** Timeouts for start and stop, in ms. Other tests measure the speed. */
const limits = { start: 60_000, stop: 60_000 };

/**
 * Runs the built program like a user: outside the repository, on free ports, with its own data directory, on
 * loopback only unless its options have a `--host`. The program and its data end with the process that started it, even after an uncaught error there. A
 * restart uses the same ports and data.
 */
export class Program {
  readonly #options: readonly string[];
  readonly #main: string;
  #folder = '';
  #discoveryPort = 0;
  #ports: readonly [number, number] | undefined;
  #child: ChildProcess | undefined;
  #ready: Ready | undefined;
  #log = '';

  /** @param main the program's file; by default the build's */
  constructor(options: readonly string[], main = built) {
    this.#options = options;
    this.#main = main;
  }

  /** Origin of the pages, `http://127.0.0.1:<port>`. */
  get url(): string {
    return this.#asReady.http;
  }

  /** The same over https, with a certificate that no browser trusts yet. */
  get secureUrl(): string {
    return this.#asReady.https;
  }

  /** The UDP port to which it sends searches. No controller of this machine listens there. */
  get discoveryPort(): number {
    return this.#discoveryPort;
  }

  get dataDir(): string {
    return join(this.#folder, 'data');
  }

  /** All output to stderr since the first start. */
  get log(): string {
    return this.#log;
  }

  /**
   * Starts the program. Rejects with its output if it ends, or is not ready in time.
   * @param more additional options of this start
   */
  async start(...more: readonly string[]): Promise<void> {
    await this.#makeFolder();
    this.#discoveryPort ||= await freeUdpPort();
    this.#ports ??= [await freePort(), await freePort()];
    const [httpPort, httpsPort] = this.#ports;
    const words = [...searchesAt(this.#discoveryPort), ...this.#options, ...more];
    const { argv, environment: variables } = splitVariables(words);
    const child = spawn(
      process.execPath,
      [
        this.#main,
        ...(argv.includes('--host') ? [] : ['--host', '127.0.0.1']),
        '--http-port',
        String(httpPort),
        '--https-port',
        String(httpsPort),
        ...this.#where,
        ...argv
      ],
      {
        cwd: this.#folder,
        env: { ...environment, ...variables },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc']
      }
    );
    this.#child = child;
    const abandon = () => {
      child.kill('SIGKILL');
      // The killed program may write a last file meanwhile.
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    };
    process.once('exit', abandon);
    child.once('exit', () => void process.off('exit', abandon));
    child.stderr?.on('data', (chunk: Buffer) => (this.#log += chunk.toString()));
    const [message]: unknown[] = await Promise.race([
      once(child, 'message', { signal: AbortSignal.timeout(limits.start) }),
      once(child, 'exit')
    ]).catch(() => [`nothing for ${limits.start / 1_000} s`]);
    const read = v.safeParse(readySchema, message);
    if (!read.success) {
      child.kill('SIGKILL');
      throw new Error(`the program is not ready, but ended with ${String(message)}:\n${this.#log}`);
    }
    this.#ready = read.output;
  }

  /**
   * Runs a command of the program in the same data directory, such as `setup-code` or `backup`. Rejects
   * if it fails.
   * @returns its output to stdout
   */
  async run(...command: readonly string[]): Promise<string> {
    await this.#makeFolder();
    const { stdout } = await promisify(execFile)(process.execPath, [this.#main, ...this.#where, ...command], {
      cwd: this.#folder,
      env: environment
    });
    return stdout;
  }

  /**
   * Stops the program with a signal. Rejects if it does not exit in time, after killing it.
   * @returns its exit code; null if it was not running, or if a signal ended it
   */
  async stop(): Promise<number | null> {
    const child = this.#child;
    await this.#signal('SIGTERM').catch(async (cause: unknown) => {
      child?.kill('SIGKILL');
      throw new Error(`the program was still running ${limits.stop} ms after SIGTERM:\n${this.#log}`, {
        cause
      });
    });
    return child?.exitCode ?? null;
  }

  /** Kills the program, like a power cut. Ports and data stay for the next start. */
  kill(): Promise<void> {
    return this.#signal('SIGKILL');
  }

  /** Kills the program, and removes its data. */
  async end(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Sends a signal, and resolves once the program has ended. Rejects if it does not end in time. */
  async #signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(limits.stop) });
    child.kill(signal);
    await ended;
  }

  get #where(): string[] {
    return ['--data-dir', this.dataDir];
  }

  async #makeFolder() {
    this.#folder ||= await mkdtemp(join(tmpdir(), 'mantel-browser-'));
  }

  get #asReady(): Ready {
    if (!this.#ready) throw new Error('the program has not been started');
    return this.#ready;
  }
}

/** Options of a program that finds a controller at a port of 127.0.0.1, and has no demo home. */
export const besideController = (port: number): string[] => ['--no-demo', ...controllerAt(port)];

/** Starts the program. If that fails, nothing of it is left. */
export async function startProgram(options: readonly string[], main?: string): Promise<Program> {
  const program = new Program(options, main);
  try {
    await program.start();
    return program;
  } catch (cause) {
    await program.end();
    throw cause;
  }
}
