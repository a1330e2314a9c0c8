import { forwardPath } from '#shared/routes';
import type { Finding } from '../../support/figures';
import { FIRST_DEVICE } from '../../support/house';
import { join } from '../../support/join';
import { besideController, startProgram } from '../../support/program';
import { findProcess } from '../../support/vitals';
import type { Scenario, ScenarioOptions } from '../scenario';
import { mainOf, startChild } from './child';
import { compare, inTurn } from './comparison';
import { load, type Target } from './load';

/** The requests: one device, the devices of a flat, the devices of a hotel. */
const SIZES = [
  { of: 'one device', devices: 40, path: `/devices/${FIRST_DEVICE}`, least: 0.8 },
  { of: 'a list of 40 devices', devices: 40, path: '/devices', least: 0.8 },
  { of: 'a list of 1,200 devices', devices: 1_200, path: '/devices', least: undefined }
] as const;
const LASTS_MS = 2_000;

/** Compares forwarded requests, with all checks, with a bare pipe. */
export const forward: Scenario = {
  about: 'forwards requests with all checks, beside a bare pipe',
  async run(options) {
    const findings: Finding[] = [];
    for (const size of SIZES) findings.push(...(await forwardOne(size, options)));
    return findings;
  }
};

async function forwardOne(
  { of, devices, path, least }: (typeof SIZES)[number],
  { rounds, against }: ScenarioOptions
): Promise<readonly Finding[]> {
  const controller = await startChild('flat-controller.ts', String(devices));
  const { port } = controller;
  const program = await openProgram(port, path);
  const yardstick = against ? await openProgram(port, path, against) : await openPipe(port, path);
  try {
    // The warm-up fills the controller's cache.
    const borne = await inTurn(rounds, {
      ours: () => load(program, LASTS_MS),
      theirs: () => load(yardstick, LASTS_MS)
    });
    const name = `${of}, ${((borne.ours[0]?.bytes ?? 0) / 1_000).toFixed(1)} kB`;
    const bounds = against === undefined && least ? { least } : {};
    return [
      compare(`${name}: answers`, 'a second', borne, ({ perSecond }) => perSecond, bounds),
      compare(`${name}: a processor`, 'µs an answer', borne, ({ cpu }) => cpu)
    ];
  } finally {
    await program.stop();
    await yardstick.stop();
    await controller.stop();
  }
}

/** Something that is loaded. */
interface Loaded extends Target {
  stop(): Promise<void>;
}

/** Starts a build of the program, and signs in. */
async function openProgram(controllerPort: number, path: string, folder?: string): Promise<Loaded> {
  const program = await startProgram(besideController(controllerPort), folder && mainOf(folder));
  const { cookie, controller } = await join(program.url);
  return {
    origin: program.url,
    path: forwardPath(controller, path),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    pid: await findProcess(program.dataDir),
    stop: () => program.end()
  };
}

async function openPipe(controllerPort: number, path: string): Promise<Loaded> {
  const pipe = await startChild('bare-pipe.ts', String(controllerPort));
  return { ...pipe, origin: `http://127.0.0.1:${pipe.port}`, path: `/api/v2${path}`, headers: {} };
}
