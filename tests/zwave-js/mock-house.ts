import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('house', import.meta.url));

/** A Z-Wave JS server with mock nodes, in a process of its own: see `house/main.mjs`. */
export class MockHouse {
  readonly port: number;
  readonly homeId: number;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: { result?: unknown; error?: string }) => void>();
  #next = 1;

  private constructor(child: ChildProcess, port: number, homeId: number) {
    this.#child = child;
    this.port = port;
    this.homeId = homeId;
    child.on('message', (message: { id?: number; result?: unknown; error?: string }) => {
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
  }

  /** Starts it with a copy of the kept cache, so that no interview is needed. */
  static async start({ port = 0, homeId = 0x7e570001 } = {}): Promise<MockHouse> {
    const cache = await mkdtemp(join(tmpdir(), 'mantel-zwave-js-'));
    await cp(join(folder, 'cache'), cache, { recursive: true });
    const child = fork(join(folder, 'main.mjs'), [cache, String(port), String(homeId)], { stdio: 'inherit' });
    child.once('exit', () => rmSync(cache, { recursive: true, force: true }));
    const ready = await new Promise<{ port: number; homeId: number }>((resolve, reject) => {
      child.once('message', (message: { ready: { port: number; homeId: number } }) => resolve(message.ready));
      child.once('exit', (code) => reject(new Error(`The mock house ended with ${code}.`)));
    });
    return new MockHouse(child, ready.port, ready.homeId);
  }

  /** Does something in the house: see `ACTIONS` of `house/main.mjs`. */
  async do(action: string, args: object = {}): Promise<unknown> {
    const id = this.#next++;
    const { result, error } = await new Promise<{ result?: unknown; error?: string }>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, do: action, ...args });
    });
    if (error !== undefined) throw new Error(error);
    return result;
  }

  /** Ends the process without notice. */
  kill() {
    this.#child.kill('SIGKILL');
  }
}
