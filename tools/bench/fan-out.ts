import { Changes } from '../support/changes';
import { FIRST_DEVICE, hotelOf, missedBy, makeChanges } from '../soak/crowd';
import { Observer, liveSocketOf, type ObservedSocket } from '../support/observer';
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

/** Measurements of one of the two under a load. */
interface FanOutFigures {
  /** Delay from a change to a screen, in ms. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time for each change on each screen, in µs. */
  readonly cpu: number;
}

/** Compares changes of a thousand devices on a hundred screens with a bare relay. */
export async function fanOut({ rounds }: BenchOptions): Promise<readonly Comparison[]> {
  const world = await openWorld({ house: hotelOf(DEVICES), isLiving: false });
  const relay = await startChild('bare-relay.ts', String(world.controller.port));
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

  let made = 0;
  async function measure(
    { sockets, vitals }: typeof ours,
    load: (typeof LOADS)[number]
  ): Promise<FanOutFigures> {
    const observers = sockets.map((socket) => new Observer(socket));
    try {
      await Promise.all(observers.map((observer) => observer.ready()));
      const changes = new Changes(world.controller, { first: FIRST_DEVICE, count: DEVICES }, made);
      const before = await vitals();
      await makeChanges(changes, observers, load);
      const after = await vitals();
      made += changes.count;
      const missed = await missedBy(observers);
      if (missed > 0) throw new Error(`${missed} values were missed.`);
      return {
        p50: changes.delays.percentile(0.5),
        p99: changes.delays.percentile(0.99),
        cpu: ((after.cpu - before.cpu) / changes.delays.count) * 1_000
      };
    } finally {
      for (const observer of observers) observer.leave();
    }
  }

  try {
    const comparisons: Comparison[] = [];
    for (const load of LOADS) {
      const borne = await inTurn(rounds, {
        ours: () => measure(ours, load),
        theirs: () => measure(theirs, load)
      });
      const compare = (what: keyof FanOutFigures, unit: string, most: number) => ({
        of: `${load.of}: ${what === 'cpu' ? 'a processor' : what}`,
        unit,
        ours: borne.ours.map((each) => each[what]),
        theirs: borne.theirs.map((each) => each[what]),
        wanted: { most }
      });
      comparisons.push(
        compare('p50', 'ms', 1.5),
        compare('p99', 'ms', 2),
        compare('cpu', 'µs a delivery', load.cpuMost)
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
