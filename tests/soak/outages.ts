import { setTimeout as sleep } from 'node:timers/promises';
import { NO_FAULTS } from '../faults/tcp-fault-proxy';
import { untilCurrent } from './current';
import type { Finding } from './figures';
import { SOAKED_HOUSE } from './house';
import { Mark } from './mark';
import { Tab } from './tab';
import { Visitor } from './visitor';
import type { Wish } from './wish';
import { openWorld, type World } from './world';

const SCREENS = 5;
/** Each of them is gone for so long, in ms. */
const GONE_MS = 60_000;
const CURRENT_MS = 12_000;

/** What can be gone; what it returns brings it back. */
const OUTAGES = {
  controller: ({ controller }: World) => controller.unplug(),
  async proxy({ program }: World) {
    await program.kill();
    return () => program.start();
  },
  async network({ beforeController, beforeProxy }: World) {
    const roads = [beforeController, beforeProxy];
    for (const road of roads) {
      road.set({ isRefusing: true });
      road.cut('reset');
    }
    return async () => roads.forEach((road) => road.set(NO_FAULTS));
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

/** Controller, proxy and network are gone for a minute each, one after the other: all six orders, side by side. */
export async function outages({ say }: Wish): Promise<readonly Finding[]> {
  const findings = await Promise.all(
    ORDERS.map(async (order, place) => {
      const finding = await takeAway(order, place === 0);
      say(`${finding.of}: ${Math.round(finding.found)} ms`);
      return finding;
    })
  );
  return findings;
}

/** @param hasTab whether a real browser looks on, beside the screens */
async function takeAway(order: readonly Outage[], hasTab: boolean): Promise<Finding> {
  const world = await openWorld({ house: SOAKED_HOUSE });
  const mark = new Mark(world.controller);
  const [own, ...grants] = await world.grants(SCREENS + 1);
  const visitors = grants.map((grant) => new Visitor({ origin: world.origin, grant, mark }));
  const tab = own && hasTab ? await Tab.open(world.origin, own, world.controller) : null;
  try {
    for (const visitor of visitors) visitor.come();
    await untilCurrent(visitors, mark);
    for (const gone of order) {
      const bringBack = await OUTAGES[gone](world);
      await sleep(GONE_MS);
      await bringBack();
    }
    const ms = Math.max(...(await Promise.all([untilCurrent(visitors, mark), tab?.untilCurrent() ?? 0])));
    const isFaithful = !visitors.some(({ screen }) => screen.isSignedOut) && (await tab?.isFirst()) !== false;
    const who = hasTab ? ', and a browser’s tab,' : '';
    const of = `Current${who} after ${order.join(', ')}`;
    return { of, found: isFaithful ? ms : NaN, most: CURRENT_MS, unit: 'ms' };
  } finally {
    for (const visitor of visitors) visitor.leave();
    await tab?.close();
    await world.stop();
  }
}
