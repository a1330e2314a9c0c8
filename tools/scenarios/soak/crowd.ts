import { startVirtual } from '../../../proxy/virtual/start';
import { liveSocketOf, watchChanges } from '../../support/crowd';
import { atMost, none, reported, type Finding } from '../../support/figures';
import { hotelOf } from '../../support/house';
import { openWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';

const SCREENS = 100;
const DEVICES = 1_000;

/** Rates and durations of changes, with their bounds. */
const LOADS = [
  { name: '50 a second', perSecond: 50, lastsMs: 60_000, seenMs: 100, share: 50 },
  { name: '500 a second', perSecond: 500, lastsMs: 15_000, seenMs: 250, share: Infinity }
] as const;
const MEMORY_MB = 200;

/** A hundred screens watch a thousand devices that change. */
export const crowd: Scenario = {
  about: 'a hundred screens watch a thousand devices that change',
  run: watchCrowd
};

async function watchCrowd({ say }: ScenarioOptions): Promise<readonly Finding[]> {
  const world = await openWorld(await startVirtual({ house: hotelOf(DEVICES), isLiving: false }));
  const { controller, vitals } = world;
  try {
    const grants = await world.grants(SCREENS);
    const sockets = grants.map((grant) => liveSocketOf(world.program.url, grant));
    const findings: Finding[] = [];
    let base = 0;
    for (const load of LOADS) {
      const figures = await watchChanges({ controller, sockets, devices: DEVICES, vitals, load, base });
      base += figures.made;
      const of = `At ${load.name} on a hundred screens`;
      const { delays } = figures;
      findings.push(
        reported(`${of}: changes made`, figures.made),
        reported(`${of}: changes seen`, delays.count),
        none(`${of}: values missed in the end`, figures.missed),
        reported(`${of}: seen after, p50`, delays.percentile(0.5), 'ms'),
        atMost(load.seenMs, `${of}: seen after, p99`, delays.percentile(0.99), 'ms'),
        atMost(load.share, `${of}: share of a core`, (figures.cpu / figures.ms) * 100, '%'),
        atMost(MEMORY_MB, `${of}: resident memory`, figures.memory, 'MB')
      );
      say(`${load.name}: done`);
    }
    return findings;
  } finally {
    await world.stop();
  }
}
