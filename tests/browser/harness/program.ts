import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';

const built = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** The line that `--print-json` promises. */
const readySchema = v.object({
  ready: v.literal(true),
  http: v.pipe(v.string(), v.url()),
  https: v.nullish(v.pipe(v.string(), v.url())),
  dataDir: v.string()
});

type Ready = v.InferOutput<typeof readySchema>;

/** Nothing is sent beyond loopback. */
const environment = {
  PATH: process.env['PATH'],
  MANTEL_DISCOVERY_TARGETS: '127.255.255.255',
  MANTEL_MDNS: '0'
};

/** After so long it hangs, as it becomes ready or as it ends, in ms. How fast it is is judged by tests of its own. */
const limits = { start: 60_000, stop: 60_000 };

/**
 * The built program as a user runs it: another folder than the repository's, free ports, a data directory of
 * its own, nothing sent beyond loopback. It ends with the process that started it, however that ends by itself. It keeps its ports and its data when it is started again.
 */
export class Program {
  readonly #options: readonly string[];
  readonly #main: string;
  #folder = '';
  #child: ChildProcess | undefined;
  #ready: Ready | undefined;
  #log = '';

  /** @param main the program's file, the build's own unless another is named */
  constructor(options: readonly string[], main = built) {
    this.#options = options;
    this.#main = main;
  }

  /** Where pages are, `http://127.0.0.1:<port>`. */
  get url(): string {
    return this.#asReady.http;
  }

  /** The same over https, with a certificate that no browser trusts yet; null where it is not served. */
  get secureUrl(): string | null {
    return this.#asReady.https ?? null;
  }

  get dataDir(): string {
    return this.#asReady.dataDir;
  }

  /** All that it wrote to stderr since the first start. */
  get log(): string {
    return this.#log;
  }

  /**
   * Rejects, with what it said, where it ends or is silent instead of being ready in time.
   * @param more options for this start alone
   */
  async start(...more: readonly string[]): Promise<void> {
    await this.#makeFolder();
    const port = (url: string | null | undefined) => (url ? new URL(url).port : '0');
    const child = spawn(
      process.execPath,
      [
        this.#main,
        '--print-json',
        ...['--host', '127.0.0.1'],
        ...['--http-port', port(this.#ready?.http)],
        ...['--https-port', port(this.#ready?.https)],
        ...this.#where,
        ...this.#options,
        ...more
      ],
      {
        cwd: this.#folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe']
      }
    );
    this.#child = child;
    const killIt = () => void child.kill('SIGKILL');
    process.once('exit', killIt);
    child.once('exit', () => void process.off('exit', killIt));
    child.stderr.on('data', (chunk: Buffer) => (this.#log += chunk.toString()));
    const lines = createInterface({ input: child.stdout });
    const first: unknown = await Promise.race([
      once(lines, 'line', { signal: AbortSignal.timeout(limits.start) }).then(([line]: unknown[]) => line),
      once(child, 'exit').then(() => 'nothing, and ended,')
    ]).catch(() => `nothing for ${limits.start / 1_000} s`);
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), readySchema), first);
    if (!read.success) {
      child.kill('SIGKILL');
      throw new Error(`the program said ${String(first)} instead of being ready:\n${this.#log}`);
    }
    this.#ready = read.output;
  }

  /**
   * Runs the program once more for something that it does at once and ends, in the same data directory: `--setup-code`, `--backup`.
   * @returns what it wrote to stdout. Rejects where it fails.
   */
  async run(...options: readonly string[]): Promise<string> {
    await this.#makeFolder();
    const { stdout } = await promisify(execFile)(process.execPath, [this.#main, ...this.#where, ...options], {
      cwd: this.#folder,
      env: environment
    });
    return stdout;
  }

  /**
   * Asks it to end, and resolves with its exit code. Rejects where it goes on; it is killed then.
   * @returns null where it was not running, or a signal ended it
   */
  async stop(): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(limits.stop) });
    child.kill('SIGTERM');
    try {
      await ended;
    } catch (cause) {
      child.kill('SIGKILL');
      throw new Error(`the program was still running ${limits.stop} ms after SIGTERM:\n${this.#log}`, {
        cause
      });
    }
    return child.exitCode;
  }

  /** Ends it as a power cut does. Its ports and its data stay for the next start. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Removes its data directory. */
  async clean(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  get #where(): string[] {
    return ['--data-dir', join(this.#folder, 'data')];
  }

  async #makeFolder() {
    this.#folder ||= await mkdtemp(join(tmpdir(), 'mantel-browser-'));
  }

  get #asReady(): Ready {
    if (!this.#ready) throw new Error('the program has not been started');
    return this.#ready;
  }
}
