import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tools/support/ports';

const folder = fileURLToPath(new URL('house', import.meta.url));

/** Starts a process with a copy of the kept cache, so that no interview is needed. Resolves when its server listens. */
async function startChild(port: number, { dead = 0, plugs = 0 }) {
  const cache = await mkdtemp(join(tmpdir(), 'mantel-zwave-js-'));
  await cp(join(folder, 'cache'), cache, { recursive: true });
  const options = [cache, port, dead, plugs].map(String);
  const child = fork(join(folder, 'main.mjs'), options, { stdio: 'inherit' });
  child.once('exit', () => rmSync(cache, { recursive: true, force: true }));
  const ready = await new Promise<{ homeId: number }>((resolve, reject) => {
    child.once('message', (message: { ready: { homeId: number } }) => resolve(message.ready));
    child.once('exit', (code) => reject(new Error(`The mock house ended with ${code}.`)));
  });
  return { child, port, ...ready };
}

/** A Z-Wave JS server with mock nodes, in a process of its own: see `house/main.mjs`. */
export class MockHouse {
  readonly port: number;
  readonly homeId: number;
  #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: { result?: unknown; error?: string }) => void>();
  #next = 1;

  private constructor({ child, port, homeId }: Awaited<ReturnType<typeof startChild>>) {
    this.port = port;
    this.homeId = homeId;
    this.#child = this.#follow(child);
  }

  /**
   * Starts one, and waits until all nodes have answered.
   * @param plugs number of deaf plugs in the attic, at most 20
   */
  static async start(plugs: number): Promise<MockHouse> {
    const house = new MockHouse(await startChild(await freePort(), { plugs }));
    await house.do('interviewed');
    return house;
  }

  /** Starts a new process at the same port, after `kill`. A dead node does not answer in it. */
  async startAgain(dead = 0): Promise<void> {
    const { child } = await startChild(this.port, { dead });
    this.#child = this.#follow(child);
  }

  #follow(child: ChildProcess) {
    return child.on('message', (message: { id?: number; result?: unknown; error?: string }) => {
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
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

  /** Ends the process without notice. Resolves when it and its files are gone. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
