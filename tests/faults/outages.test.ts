import { describe, expect, it } from 'vitest';
import { wait } from '#shared/clock';
import { randomOf } from '../../proxy/virtual/random';
import type { Screen } from '../../tools/support/screen';
import { slowness } from '../support/yardstick';
import { fastClock } from './fast-clock';
import { startBehindFaults } from './proxy-fixture';
import { stormSize, SEED } from './storm';

const clock = fastClock(8);
const SCREENS = 5;
/** Longer than a screen needs to notice a lost connection. */
const OUTAGE_MS = 40_000;
/** The time after an outage in which every page must be current. */
const CURRENT_MS = 12_000;
const LAMP = 21;

/** The possible outages. Each returns a function that ends it. */
type Outage = () => Promise<() => Promise<unknown>>;

async function start() {
  const { controller, proxy, addScreen, networks } = await startBehindFaults(clock);
  const screens: Screen[] = [];
  for (let count = 0; count < SCREENS; count++) screens.push(await addScreen());
  await Promise.all(screens.map((screen) => screen.live()));

  const network = (fault: 'isRefusing' | 'isHalfOpen'): Outage => {
    return async () => {
      const both = Object.values(networks);
      for (const each of both) {
        each.set({ [fault]: true });
        if (fault === 'isRefusing') each.cut('reset');
      }
      return async () => both.forEach((each) => each.set({ [fault]: false }));
    };
  };
  const outages: Readonly<Record<string, Outage>> = {
    controller: () => controller.unplug(),
    proxy: async () => {
      await proxy.end();
      return () => proxy.start();
    },
    'torn network': network('isRefusing'),
    'silent network': network('isHalfOpen')
  };
  return { controller, screens, outages };
}

type World = Awaited<ReturnType<typeof start>>;

/** Shuffles, the same way for the same seed. */
function inRandomOrder<T>(list: readonly T[], seed: number): T[] {
  const random = randomOf(seed, 'outages');
  return list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** After all outages, every screen shows the latest state, and nobody has to sign in again. */
async function expectCurrent({ controller, screens }: World) {
  const back = clock.monotonic();
  const isOn = controller.device(LAMP)?.params['Status'] !== true;
  controller.setDevice(LAMP, { params: { Status: isOn } });
  const late = await Promise.all(
    screens.map(async (screen) => {
      await screen.shows(LAMP, ({ params }) => params['Status'] === isOn);
      await screen.live();
      return clock.monotonic() - back;
    })
  );
  expect(Math.max(...late)).toBeLessThanOrEqual(CURRENT_MS * slowness());
  expect(screens.filter(({ isSignedOut }) => isSignedOut)).toEqual([]);
  expect(controller.requests()['POST /auth/login']).toBe(SCREENS);
  expect(controller.requests()['POST /auth/get-new-access-token'] ?? 0).toBe(0);
}

describe.each(Array.from({ length: stormSize(10) }, (_, at) => SEED + at))(
  'after outages (seed %i)',
  (seed) => {
    it(
      'one after the other, every page is current 12 s after the last one ends',
      { timeout: 600_000 },
      async () => {
        const world = await start();
        for (const [, outage] of inRandomOrder(Object.entries(world.outages), seed)) {
          const bringBack = await outage();
          await wait(clock, OUTAGE_MS);
          expect(world.screens.filter(({ phase }) => phase === 'live')).toEqual([]);
          await bringBack();
        }
        await expectCurrent(world);
      }
    );

    it('all at once, every page is current 12 s after the last one ends', { timeout: 600_000 }, async () => {
      const world = await start();
      const random = randomOf(seed, 'moments');
      await Promise.all(
        Object.values(world.outages).map(async (outage) => {
          await wait(clock, random.between(0, 10_000));
          const bringBack = await outage();
          await wait(clock, OUTAGE_MS);
          await bringBack();
        })
      );
      await expectCurrent(world);
    });
  }
);
