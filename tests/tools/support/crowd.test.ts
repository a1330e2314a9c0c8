import { expect, it, onTestFinished } from 'vitest';
import { startVirtual } from '../../../proxy/virtual/start';
import { testProxy } from '../../support/test-proxy';
import { slowness } from '../../support/yardstick';
import { Changes } from '../../../tools/support/changes';
import { FIRST_DEVICE, hotelOf, missedBy, makeChanges } from '../../../tools/soak/crowd';
import { Observer, liveSocketOf } from '../../../tools/support/observer';

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
  const observers = screens.map(
    (each) => new Observer(liveSocketOf(origin, { cookie: each, controller: id }))
  );
  onTestFinished(() => observers.forEach((observer) => observer.leave()));
  await Promise.all(observers.map((observer) => observer.ready()));

  const changes = new Changes(controller, { first: FIRST_DEVICE, count: DEVICES });
  await makeChanges(changes, observers, LOAD);
  expect(await missedBy(observers)).toBe(0);
  expect(changes.count).toBeGreaterThan(50);
  expect(changes.delays.percentile(0.99)).toBeLessThan(SEEN_MS * slowness());
});
