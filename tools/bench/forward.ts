import { routes } from '#shared/wire';
import { Program } from '../../tests/browser/harness/program';
import { FIRST_DEVICE } from '../soak/crowd';
import { join } from '../soak/join';
import { findProcess } from '../soak/vitals';
import { startChild } from './child';
import { inTurn, type Comparison } from './comparison';
import { load, type LoadFigures, type Target } from './load';

/** The requests: one device, the devices of a flat, the devices of a hotel. */
const SIZES = [
  { of: 'one device', devices: 40, path: `/devices/${FIRST_DEVICE}`, least: 0.8 },
  { of: 'a list of 40 devices', devices: 40, path: '/devices', least: 0.8 },
  { of: 'a list of 1,200 devices', devices: 1_200, path: '/devices', least: undefined }
] as const;
const LASTS_MS = 2_000;

/** Compares forwarded requests, with all checks, with a bare pipe. */
export async function forward(rounds: number): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const size of SIZES) comparisons.push(...(await forwardOne(size, rounds)));
  return comparisons;
}

async function forwardOne(
  { of, devices, path, least }: (typeof SIZES)[number],
  rounds: number
): Promise<readonly Comparison[]> {
  const controller = await startChild('flat-controller.ts', String(devices));
  const pipe = await startChild('bare-pipe.ts', String(controller.port));
  const program = new Program([
    '--no-demo',
    '--allow-loopback',
    '--controller-port',
    String(controller.port)
  ]);
  try {
    await program.start();
    const { cookie, controller: id } = await join(program.url);
    const ours: Target = {
      origin: program.url,
      path: routes.forward(id, path),
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      pid: await findProcess(program.dataDir)
    };
    const theirs: Target = {
      origin: `http://127.0.0.1:${pipe.port}`,
      path: `/api/v2${path}`,
      headers: {},
      pid: pipe.pid
    };
    // The warm-up fills the controller's cache.
    const borne = await inTurn(rounds, {
      ours: () => load(ours, LASTS_MS),
      theirs: () => load(theirs, LASTS_MS)
    });
    const compare = (what: string, unit: string, figure: (each: LoadFigures) => number) => ({
      of: `${of}, ${((borne.ours[0]?.bytes ?? 0) / 1_000).toFixed(1)} kB: ${what}`,
      unit,
      ours: borne.ours.map(figure),
      theirs: borne.theirs.map(figure)
    });
    return [
      {
        ...compare('answers', 'a second', ({ perSecond }) => perSecond),
        ...(least && { wanted: { least } })
      },
      compare('p50', 'ms', ({ p50 }) => p50),
      compare('p99', 'ms', ({ p99 }) => p99),
      compare('a processor', 'µs an answer', ({ cpu }) => cpu)
    ];
  } finally {
    await program.kill();
    await program.clean();
    await pipe.stop();
    await controller.stop();
  }
}
