import { systemClock, wait, type Clock } from '#shared/clock';
import { randomOf } from '../../../proxy/sources/virtual/random';
import type { VirtualController } from '../../../proxy/sources/virtual/start';
import { atMost, none, type Finding } from '../../support/figures';
import type { TcpFaultProxy } from '../../support/network/tcp-fault-proxy';
import type { Screen } from '../../support/screen';
import { openFaultyWorld } from '../../support/world';
import type { Scenario } from '../scenario';
import { SOAKED_HOUSE } from './house';
import { Mark, untilCurrent } from './mark';
import { Tab } from './tab';
import { Visitor } from './visitor';

const SCREENS = 5;
/** Duration of each outage, in ms: longer than a screen needs to notice a lost connection. */
const GONE_MS = 60_000;
/** Outages at once begin within this time, in ms. */
const BEGIN_MS = 10_000;
/** All screens are current so soon after the last outage, in ms. */
const CURRENT_MS = 12_000;

/** What can go away: a controller, Mantel, and the networks before both. */
interface OutageWorld {
  readonly controller: VirtualController;
  readonly mantel: { kill(): Promise<unknown>; start(): Promise<unknown> };
  readonly networks: readonly TcpFaultProxy[];
}

type Fault = 'isRefusing' | 'isHalfOpen';

const network = (fault: Fault) => async (world: OutageWorld) => {
  for (const each of world.networks) {
    each.set({ [fault]: true });
    if (fault === 'isRefusing') each.cut('reset');
  }
  return async () => world.networks.forEach((each) => each.set({ [fault]: false }));
};

/** The possible outages. Each returns a function that ends it. */
const OUTAGES: Readonly<Record<string, (world: OutageWorld) => Promise<() => Promise<unknown>>>> = {
  controller: ({ controller }) => controller.unplug(),
  async proxy({ mantel }) {
    await mantel.kill();
    return () => mantel.start();
  },
  'torn network': network('isRefusing'),
  'silent network': network('isHalfOpen')
};

/** Outages of one world. */
export interface OutageRun {
  readonly world: OutageWorld;
  readonly visitors: readonly { readonly screen: Screen }[];
  readonly mark: Mark;
  /** A browser that watches too. */
  readonly tab?: Tab | undefined;
  /** The clock of the visitors, and of Mantel if it has one of its own. */
  readonly clock: Clock;
  readonly goneMs?: number;
  /** How much slower than usual this machine is: bounds are so much higher. */
  readonly slowness?: number;
  readonly seed: number;
  /** Whether the outages overlap, or come one after the other in a random order. */
  readonly isAtOnce: boolean;
}

/** Controller, Mantel and network go and come back. Afterwards every screen is current by itself. */
export async function runOutages(run: OutageRun): Promise<readonly Finding[]> {
  const { world, visitors, mark, tab, clock, goneMs = GONE_MS, slowness = 1, seed, isAtOnce } = run;
  const random = randomOf(seed, 'outages');
  await untilCurrent(visitors, mark, clock);
  let live = 0;
  const outages = Object.values(OUTAGES)
    .map((outage) => ({ outage, at: random.next() }))
    .sort((one, other) => one.at - other.at);
  const goAndReturn = async (outage: (typeof outages)[number]['outage']) => {
    const restore = await outage(world);
    await wait(clock, goneMs);
    live += visitors.filter(({ screen }) => screen.phase === 'live').length;
    await restore();
  };
  if (isAtOnce)
    await Promise.all(
      outages.map(async ({ outage, at }) => {
        await wait(clock, at * BEGIN_MS);
        await goAndReturn(outage);
      })
    );
  else for (const { outage } of outages) await goAndReturn(outage);

  const lags = await Promise.all([untilCurrent(visitors, mark, clock), tab?.untilCurrent()]);
  const requests = world.controller.requests();
  const signIns = visitors.length + (tab ? 1 : 0);
  return [
    atMost(CURRENT_MS * slowness, 'All screens current after', Math.max(lags[0], lags[1] ?? 0), 'ms'),
    none('Screens that seemed live in an outage', live),
    none('Screens that were signed out', visitors.filter(({ screen }) => screen.isSignedOut).length),
    none('Sign-ins at the controller after the first ones', (requests['POST /auth/login'] ?? 0) - signIns),
    none('Renewed tokens', requests['POST /auth/get-new-access-token'] ?? 0),
    none('Reloads of the tab', Number((await tab?.isFirst()) === false))
  ];
}

/** Six worlds at once, each with its own order of outages; in two of them they overlap. A browser watches the first. */
export const outages: Scenario = {
  about: 'controller, Mantel and network are down for a minute each, in six worlds',
  async run({ seed, say }) {
    const findings = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const world = await openFaultyWorld(SOAKED_HOUSE);
        const visitors: Visitor[] = [];
        let tab: Tab | undefined;
        try {
          const mark = new Mark(world.controller);
          const [own, ...grants] = await world.grants(SCREENS + 1);
          visitors.push(...grants.map((grant) => new Visitor({ origin: world.origin, ...grant })));
          if (own && at === 0) tab = await Tab.open(world.origin, own, world.controller);
          else if (own) visitors.push(new Visitor({ origin: world.origin, ...own }));
          for (const visitor of visitors) visitor.come();
          const { controller, program: mantel, beforeController, beforeProxy } = world;
          const parts = { controller, mantel, networks: [beforeController, beforeProxy] };
          const run = { world: parts, visitors, mark, tab, clock: systemClock, seed: seed + at };
          const found = await runOutages({ ...run, isAtOnce: at >= 4 });
          say(`world ${at + 1}: done`);
          return found.map((finding) => ({ ...finding, of: `World ${at + 1}: ${finding.of}` }));
        } finally {
          for (const visitor of visitors) visitor.leave();
          await tab?.close();
          await world.stop();
        }
      })
    );
    return findings.flat();
  }
};
