import { startVirtual } from '../../proxy/virtual/start';
import { liveSocketOf, watchChanges, type CrowdFigures, type ObservedSocket } from '../support/crowd';
import { hotelOf } from '../support/house';
import { readVitals } from '../support/vitals';
import { openWorld } from '../support/world';
import { startChild } from './child';
import { inTurn, type BenchOptions, type Comparison } from './comparison';

const SCREENS = 100;
const DEVICES = 1_000;
const LOADS = [
  { of: '50 changes a second', perSecond: 50, lastsMs: 5_000, cpuMost: 1.5 },
  // The program batches several changes into one message here.
  { of: '500 changes a second', perSecond: 500, lastsMs: 5_000, cpuMost: 0.5 }
] as const;

/** Compares changes of a thousand devices on a hundred screens with a bare relay. */
export async function fanOut({ rounds }: BenchOptions): Promise<readonly Comparison[]> {
  const world = await openWorld(await startVirtual({ house: hotelOf(DEVICES), isLiving: false }));
  const { controller } = world;
  const relay = await startChild('bare-relay.ts', String(controller.port));
  const relayed: ObservedSocket = {
    url: `ws://127.0.0.1:${relay.port}`,
    isReady: () => true,
    valuesIn: valuesOfEvent
  };
  const grants = await world.grants(SCREENS);
  const ours = {
    sockets: grants.map((grant) => liveSocketOf(world.program.url, grant)),
    vitals: () => world.vitals()
  };
  const theirs = { sockets: grants.map(() => relayed), vitals: () => readVitals(relay.pid) };

  let base = 0;
  async function measure(side: typeof ours, load: (typeof LOADS)[number]): Promise<CrowdFigures> {
    const figures = await watchChanges({ ...side, controller, devices: DEVICES, load, base });
    if (figures.missed > 0) throw new Error(`${figures.missed} values were missed.`);
    base += figures.made;
    return figures;
  }

  try {
    const comparisons: Comparison[] = [];
    for (const load of LOADS) {
      const borne = await inTurn(rounds, {
        ours: () => measure(ours, load),
        theirs: () => measure(theirs, load)
      });
      const compare = (what: string, unit: string, most: number, figure: (of: CrowdFigures) => number) => ({
        of: `${load.of}: ${what}`,
        unit,
        ours: borne.ours.map(figure),
        theirs: borne.theirs.map(figure),
        wanted: { most }
      });
      comparisons.push(
        compare('p50', 'ms', 1.5, ({ delays }) => delays.percentile(0.5)),
        compare('p99', 'ms', 2, ({ delays }) => delays.percentile(0.99)),
        compare(
          'a processor',
          'µs a delivery',
          load.cpuMost,
          ({ cpu, delays }) => (cpu / delays.count) * 1_000
        )
      );
    }
    return comparisons;
  } finally {
    await relay.stop();
    await world.stop();
  }
}

/** An event of the controller [O]: `{device_id, params: [{name, new_value}]}`. */
function valuesOfEvent(text: string): (readonly [number, number])[] {
  const { device_id = 0, params = [] } = JSON.parse(text) as {
    device_id?: number;
    params?: { new_value: number }[];
  };
  return params.map(({ new_value }) => [device_id, new_value]);
}
