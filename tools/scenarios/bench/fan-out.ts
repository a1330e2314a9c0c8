import { startVirtual } from '../../../proxy/sources/virtual/start';
import { liveSocketOf, watchChanges, type CrowdFigures, type ObservedSocket } from '../../support/crowd';
import { atMost, median, percentile, type Finding } from '../../support/figures';
import { hotelOf } from '../../support/house';
import { readVitals } from '../../support/vitals';
import { openWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';
import { startChild } from './child';
import { compare, inTurn } from './comparison';

const SCREENS = 100;
const DEVICES = 1_000;
const MEMORY_MB = 200;
const LOADS = [
  { of: '50 changes a second', perSecond: 50, lastsMs: 5_000, cpuMost: 1.5, seenMs: 100, share: 50 },
  // The program batches several changes into one message here.
  { of: '500 changes a second', perSecond: 500, lastsMs: 5_000, cpuMost: 0.5, seenMs: 250, share: 100 }
] as const;

/** Compares changes of a thousand devices on a hundred screens with a bare relay. */
export const fanOut: Scenario = {
  about: 'sends the changes of a thousand devices to a hundred screens, beside a bare relay',
  run: measureFanOut
};

async function measureFanOut({ rounds }: ScenarioOptions): Promise<readonly Finding[]> {
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
    const findings: Finding[] = [];
    for (const load of LOADS) {
      const borne = await inTurn(rounds, {
        ours: () => measure(ours, load),
        theirs: () => measure(theirs, load)
      });
      const most = (figure: (of: CrowdFigures) => number) => Math.max(...borne.ours.map(figure));
      const ofDelivery = ({ cpu, delays }: CrowdFigures) => (cpu / delays.length) * 1_000;
      findings.push(
        compare(`${load.of}: p50`, 'ms', borne, ({ delays }) => median(delays), { most: 1.5 }),
        compare(`${load.of}: p99`, 'ms', borne, ({ delays }) => percentile(delays, 0.99), { most: 2 }),
        atMost(
          load.seenMs,
          `${load.of}: p99 at most`,
          most(({ delays }) => percentile(delays, 0.99)),
          'ms'
        ),
        atMost(
          load.share,
          `${load.of}: share of a core at most`,
          most(({ cpu, ms }) => (cpu / ms) * 100),
          '%'
        ),
        atMost(
          MEMORY_MB,
          `${load.of}: resident memory at most`,
          most(({ memory }) => memory),
          'MB'
        ),
        compare(`${load.of}: a processor`, 'µs a delivery', borne, ofDelivery, { most: load.cpuMost })
      );
    }
    return findings;
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
