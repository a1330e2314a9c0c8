import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join as pathOf } from 'node:path';
import * as v from 'valibot';
import { messageOf } from '../support/figures';
import { join, type Grant } from '../support/join';
import { startProgram } from '../support/program';
import type { Browser } from './browsers/browser';
import { enter, type Flow, type World } from './flows/flow';
import { Page } from './page';

/** The id of the demo home's controller. */
const DEMO = '024d616e7400';

const homeSchema = v.object({
  home: v.object({
    devices: v.array(v.object({ id: v.number(), params: v.record(v.string(), v.unknown()) }))
  })
});

export interface Session {
  readonly version: string;
  /** Runs a flow. Resolves with why it failed; undefined if it passed. */
  run(name: string, flow: Flow): Promise<string | undefined>;
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
  const program = await startProgram([]);
  const browser = await startBrowser().catch(async (error: unknown) => {
    await program.end();
    throw error;
  });
  const savePicture = async (folder: string, name: string, picture: Buffer) => {
    const path = pathOf(folder, `${name}.png`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, picture);
  };
  const page = new Page(browser, program.url);
  let grant: Promise<Grant> | undefined;
  const world: World = {
    page,
    program,
    async param(device, name) {
      const { controller, cookie } = await (grant ??= join(program.url, { controller: DEMO }));
      const path = `/api/controllers/${controller}/home`;
      const reply = await fetch(program.url + path, { headers: { cookie } });
      const { home } = v.parse(homeSchema, await reply.json());
      return home.devices.find(({ id }) => id === device)?.params[name];
    },
    picture: async (name) => {
      if (pictures !== undefined) await savePicture(pictures, name, await page.picture());
    }
  };
  return {
    version: browser.version,
    async run(name, flow) {
      try {
        if (flow.opens) await enter(world, ...flow.opens);
        await flow.run(world);
        return undefined;
      } catch (error) {
        await browser.picture().then(
          (picture) => savePicture(failures, name, picture),
          () => undefined
        );
        return messageOf(error);
      }
    },
    async close() {
      await browser.close();
      await program.end();
    }
  };
}
