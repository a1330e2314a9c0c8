import { setTimeout as sleep } from 'node:timers/promises';
import { NO_FAULTS } from '../support/network/tcp-fault-proxy';
import { atMost, type Finding } from '../support/figures';
import { SOAKED_HOUSE } from './house';
import { Mark, untilCurrent } from './mark';
import { Tab } from './tab';
import { Visitor } from './visitor';
import type { SoakOptions } from './soak-options';
import { openFaultyWorld, type FaultyWorld } from '../support/world';

const SCREENS = 5;
/** Duration of each outage, in ms. */
const GONE_MS = 60_000;
const CURRENT_MS = 12_000;

/** The possible outages. Each returns a function that ends it. */
const OUTAGES = {
  controller: ({ controller }: FaultyWorld) => controller.unplug(),
  async proxy({ program }: FaultyWorld) {
    await program.kill();
    return () => program.start();
  },
  async network({ beforeController, beforeProxy }: FaultyWorld) {
    const networks = [beforeController, beforeProxy];
    for (const network of networks) {
      network.set({ isRefusing: true });
      network.cut('reset');
    }
    return async () => networks.forEach((network) => network.set(NO_FAULTS));
  }
} as const;
type Outage = keyof typeof OUTAGES;

const ORDERS: readonly (readonly Outage[])[] = [
  ['controller', 'proxy', 'network'],
  ['controller', 'network', 'proxy'],
  ['proxy', 'controller', 'network'],
  ['proxy', 'network', 'controller'],
  ['network', 'controller', 'proxy'],
  ['network', 'proxy', 'controller']
];

/**
 * Controller, proxy and network are down for a minute each, one after the other. All six orders run in
 * parallel.
 */
export async function outages({ say }: SoakOptions): Promise<readonly Finding[]> {
  const scenarios: Scenario[] = [];
  try {
    for (const order of ORDERS) scenarios.push(await openScenario(order, scenarios.length === 0));
    return await Promise.all(
      scenarios.map(async (scenario) => {
        const finding = await runOutages(scenario);
        say(`${finding.of}: ${Math.round(finding.found)} ms`);
        return finding;
      })
    );
  } finally {
    for (const scenario of scenarios) await close(scenario);
  }
}

/** A world, its order of outages and its screens. */
interface Scenario {
  readonly order: readonly Outage[];
  readonly world: FaultyWorld;
  readonly mark: Mark;
  readonly visitors: readonly Visitor[];
  readonly tab: Tab | null;
}

/** @param hasTab whether a real browser watches too */
async function openScenario(order: readonly Outage[], hasTab: boolean): Promise<Scenario> {
  const world = await openFaultyWorld(SOAKED_HOUSE);
  const mark = new Mark(world.controller);
  const [own, ...grants] = await world.grants(SCREENS + 1);
  const visitors = grants.map((grant) => new Visitor({ origin: world.origin, ...grant, mark }));
  const tab = own && hasTab ? await Tab.open(world.origin, own, world.controller) : null;
  for (const visitor of visitors) visitor.come();
  return { order, world, mark, visitors, tab };
}

async function runOutages({ order, world, mark, visitors, tab }: Scenario): Promise<Finding> {
  await untilCurrent(visitors, mark);
  for (const gone of order) {
    const restore = await OUTAGES[gone](world);
    await sleep(GONE_MS);
    await restore();
  }
  const ms = Math.max(...(await Promise.all([untilCurrent(visitors, mark), tab?.untilCurrent() ?? 0])));
  const isFaithful = !visitors.some(({ screen }) => screen.isSignedOut) && (await tab?.isFirst()) !== false;
  const who = tab ? ' (and a browser’s tab)' : '';
  const of = `Current${who} after ${order.join(', ')}`;
  return atMost(CURRENT_MS, of, isFaithful ? ms : NaN, 'ms');
}

async function close({ world, visitors, tab }: Scenario): Promise<void> {
  for (const visitor of visitors) visitor.leave();
  await tab?.close();
  await world.stop();
}
