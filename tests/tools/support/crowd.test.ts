import { expect, it } from 'vitest';
import { liveSocketOf, watchChanges } from '../../../tools/support/crowd';
import { hotelOf } from '../../../tools/support/house';
import { readVitals } from '../../../tools/support/vitals';
import { virtualForTest } from '../../support/controllers';
import { testProxy } from '../../support/test-proxy';
import { slowness } from '../../support/yardstick';

/** A tenth of the soak's load. */
const SCREENS = 10;
const DEVICES = 100;
const LOAD = { perSecond: 50, lastsMs: 2_000 };
/** The soak has the strict bound; this one is for an idle machine at its worst. */
const SEEN_MS = 1_500;

it('ten screens see every change of a hundred devices soon', async () => {
  const controller = await virtualForTest({ house: hotelOf(DEVICES) });
  const { origin, id, cookie } = await testProxy({ controller });
  const screens = await Promise.all(Array.from({ length: SCREENS }, () => cookie()));
  const sockets = screens.map((each) => liveSocketOf(origin, { cookie: each, controller: id }));

  const vitals = () => readVitals(process.pid);
  const figures = await watchChanges({ controller, sockets, devices: DEVICES, vitals, load: LOAD });
  expect(figures.missed).toBe(0);
  expect(figures.made).toBeGreaterThan(50);
  expect(figures.delays.percentile(0.99)).toBeLessThan(SEEN_MS * slowness());
});
