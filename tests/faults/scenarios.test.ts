import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { SOAKED_HOUSE } from '../../tools/scenarios/soak/house';
import { runKills } from '../../tools/scenarios/soak/kills';
import { Mark } from '../../tools/scenarios/soak/mark';
import { runOutages } from '../../tools/scenarios/soak/outages';
import { liveSocketOf, watchChanges } from '../../tools/support/crowd';
import { isWithinBound, type Finding } from '../../tools/support/figures';
import { hotelOf } from '../../tools/support/house';
import { readVitals } from '../../tools/support/vitals';
import { virtualForTest } from '../support/controllers';
import { testProxy } from '../support/test-proxy';
import { slowness } from '../support/yardstick';
import { fastClock } from './fast-clock';
import { startBehindFaults } from './proxy-fixture';
import { isWhole, SEED, stormSize } from './storm';

/** The short forms of the scenarios that `npm run soak` runs at full length. */
const TIMEOUT_MS = 600_000;

const beyond = (findings: readonly Finding[]) => findings.filter((finding) => !isWithinBound(finding));

it.each(
  [false, true].flatMap((isAtOnce) =>
    Array.from({ length: stormSize(10) }, (_, at) => [isAtOnce, SEED + at] as const)
  )
)('outages end with current pages (at once %s, seed %i)', { timeout: TIMEOUT_MS }, async (isAtOnce, seed) => {
  const clock = fastClock(8, false);
  const { controller, mantel, addScreen, networks } = await startBehindFaults(clock, {
    house: SOAKED_HOUSE
  });
  const visitors = [];
  for (let count = 0; count < 5; count++) visitors.push({ screen: await addScreen() });
  clock.hasten();
  const world = { controller, mantel, networks: Object.values(networks) };
  const mark = new Mark(controller);
  const run = { world, visitors, mark, clock, goneMs: 40_000, slowness: slowness(), seed, isAtOnce };
  expect(beyond(await runOutages(run))).toEqual([]);
});

it(
  'when the built program is killed while it writes, all screens come back by themselves and nothing is lost',
  { timeout: TIMEOUT_MS },
  async () => {
    const storm = { screens: 10, times: isWhole ? 10 : 3, clock: systemClock };
    const findings = await runKills({ seed: SEED, say: () => undefined, ...storm });
    // The soak has bounds of time. Here other tests run in parallel.
    expect(beyond(findings.filter(({ unit }) => unit === ''))).toEqual([]);
  }
);

it('ten screens see every change of a hundred devices', async () => {
  const controller = await virtualForTest({ house: hotelOf(100) });
  const { origin, id, cookie } = await testProxy({ controller });
  const screens = await Promise.all(Array.from({ length: 10 }, () => cookie()));
  const sockets = screens.map((each) => liveSocketOf(origin, { cookie: each, controller: id }));
  const load = { perSecond: 50, lastsMs: 2_000 };
  const vitals = () => readVitals(process.pid);
  const { missed, made } = await watchChanges({ controller, sockets, devices: 100, vitals, load });
  expect(missed).toBe(0);
  expect(made).toBeGreaterThan(50);
});
