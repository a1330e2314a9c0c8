import { expect, test as base } from '@playwright/test';
import type { VirtualController } from '../../../proxy/sources/virtual/start';
import type { Device } from '../../../src/shared/home';
import type { Program } from '../../../tools/support/program';

/** Something that the tests of a file share. It ends when the next file asks for its own. */
export class Shared<Thing> {
  #current: { readonly key: string; readonly thing: Thing } | undefined;
  readonly #end: (thing: Thing) => Promise<void>;

  constructor(end: (thing: Thing) => Promise<void>) {
    this.#end = end;
  }

  /** The thing of this key. Starts it, after ending that of another key. */
  async of(key: string, start: () => Promise<Thing>): Promise<Thing> {
    if (this.#current?.key === key) return this.#current.thing;
    await this.end();
    const thing = await start();
    this.#current = { key, thing };
    return thing;
  }

  async end(): Promise<void> {
    const last = this.#current;
    this.#current = undefined;
    if (last) await this.#end(last.thing);
  }
}

/** A virtual controller, and its devices as they were at its start. */
export interface SharedController {
  readonly controller: VirtualController;
  readonly devices: readonly Device[];
}

/** What the tests of a file share. */
interface WorkerFixtures {
  sharedHome: Shared<Program>;
  sharedController: Shared<SharedController>;
}

/** Stops a program, which has to end in order, and removes its data. */
export async function endProgram(program: Program): Promise<void> {
  try {
    if (program.isRunning) expect(await program.stop(), 'exit code after SIGTERM').toBe(0);
  } finally {
    await program.end();
  }
}

/**
 * Playwright's `test` with what a worker keeps between tests. Both are here, because Playwright gives files with other
 * fixtures of a worker a new one, with a new browser.
 */
export const test = base.extend<object, WorkerFixtures>({
  sharedHome: [
    async ({ browserName: _ }, use) => {
      const shared = new Shared(endProgram);
      await use(shared);
      await shared.end();
    },
    { scope: 'worker' }
  ],

  sharedController: [
    async ({ browserName: _ }, use) => {
      const shared = new Shared(({ controller }: SharedController) => controller.stop());
      await use(shared);
      await shared.end();
    },
    { scope: 'worker' }
  ]
});
