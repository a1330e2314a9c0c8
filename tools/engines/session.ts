import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Program } from '../support/program';
import type { Browser } from './browsers/browser';
import { ControllerClient } from './controller-client';
import type { Flow, World } from './flows/flow';
import { Page } from './page';

/** The result of one flow. */
export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  /** Undefined if it passed. */
  readonly failure?: string;
  /** What the engine allowed less than the flow wants. */
  readonly remark?: string;
}

export interface Session {
  readonly version: string;
  /** Runs a flow. Never rejects. */
  run(name: string, flow: Flow): Promise<Outcome>;
  /** Ends the engine and the program, and removes all their data. */
  close(): Promise<void>;
}

interface SessionOptions {
  /** Starts the engine. */
  readonly start: () => Promise<Browser>;
  /** The folder of a failed flow's picture. */
  readonly failures: string;
  /** The folder of pictures to look at, if they are wanted. */
  readonly pictures?: string | undefined;
}

/** Starts the built program with the demo home, and an engine with one page. Rejects if either does not start. */
export async function openSession({
  start: startBrowser,
  failures,
  pictures
}: SessionOptions): Promise<Session> {
  const program = new Program([]);
  const endProgram = async () => {
    await program.kill();
    await program.clean();
  };
  let browser: Browser;
  try {
    await program.start();
    browser = await startBrowser();
  } catch (error) {
    await endProgram();
    throw error;
  }
  const savePicture = async (folder: string, name: string, picture: Buffer) => {
    const path = join(folder, `${name}.png`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, picture);
  };
  const page = new Page(browser, program.url);
  let client: Promise<ControllerClient> | undefined;
  const world: World = {
    page,
    program,
    client: () => (client ??= ControllerClient.signIn(program.url)),
    picture: async (name) => {
      if (pictures !== undefined) await savePicture(pictures, name, await page.picture());
    }
  };
  return {
    version: browser.version,
    async run(name, flow) {
      const start = performance.now();
      const seconds = () => (performance.now() - start) / 1_000;
      try {
        const remark = await flow.run(world);
        return { name, seconds: seconds(), ...(remark !== undefined && { remark }) };
      } catch (error) {
        await browser.picture().then(
          (picture) => savePicture(failures, name, picture),
          () => undefined
        );
        const failure = error instanceof Error ? error.message : String(error);
        return { name, seconds: seconds(), failure };
      }
    },
    async close() {
      await browser.close();
      await endProgram();
    }
  };
}
