import { expect, it, onTestFinished } from 'vitest';
import { startVirtual } from '../../../proxy/virtual/start';
import { testProxy } from '../../support/test-proxy';
import { slowness } from '../../support/yardstick';
import { Changes } from '../../../tools/soak/changes';
import { FIRST_DEVICE, hotelOf, missedBy, press } from '../../../tools/soak/crowd';
import { Onlooker, sightOf } from '../../../tools/soak/onlooker';

/** A tenth of the soak's load. */
const SCREENS = 10;
const DEVICES = 100;
const LOAD = { perSecond: 50, lastsMs: 2_000 };
/** The soak has the strict bound; this one is for an idle machine at its worst. */
const SEEN_MS = 1_500;

it('ten screens see every change of a hundred devices soon', async () => {
  const controller = await startVirtual({ house: hotelOf(DEVICES), isLiving: false });
  onTestFinished(() => controller.stop());
  const { origin, id, cookie } = await testProxy({ controller });
  const screens = await Promise.all(Array.from({ length: SCREENS }, () => cookie()));
  const onlookers = screens.map((each) => new Onlooker(sightOf(origin, { cookie: each, controller: id })));
  onTestFinished(() => onlookers.forEach((onlooker) => onlooker.leave()));
  await Promise.all(onlookers.map((onlooker) => onlooker.isLookingOn()));

  const changes = new Changes(controller, { first: FIRST_DEVICE, count: DEVICES });
  await press(changes, onlookers, LOAD);
  expect(await missedBy(onlookers)).toBe(0);
  expect(changes.count).toBeGreaterThan(50);
  expect(changes.delays.percentile(0.99)).toBeLessThan(SEEN_MS * slowness());
});
