import { houseOf } from '../../tools/support/house';
import { isWhole, SEED } from '../faults/storm';
import { slowness } from '../support/yardstick';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { SLIDERS } from './harness/workbench';
import { MAX_STIRRED, scrollStorm } from './scroll-storm';

const COUNT = isWhole ? 1000 : 40;
/** Every second gesture is followed by a touch that stops its fling; about half of them meet a slider. */
const STOPS = COUNT * 0.1;

// A trace would record each frame.
test.use({ house: houseOf(SLIDERS), trace: 'off' });

test(`${COUNT} scrolls that start on sliders send no command and leave every handle in place (seed ${SEED})`, async ({
  page,
  touch,
  controller
}) => {
  test.setTimeout(120_000 + COUNT * 2_000);
  await openHomeByAddress(page);
  await openRoom(page, SLIDERS.name);

  const storm = { sliders: SLIDERS.devices.length, count: COUNT, stops: STOPS, seed: SEED };
  const figures = await scrollStorm(page, touch, storm);

  test.info().annotations.push({ type: 'storm', description: JSON.stringify(figures) });
  expect(controller.commandsReceived()).toEqual([]);
  expect(figures.left, 'handles left at another position').toEqual([]);
  expect(figures.moved.length, figures.moved.join()).toBeLessThanOrEqual(
    Math.max(1, COUNT * MAX_STIRRED) * slowness()
  );
  expect(figures.scrolled, 'gestures that the browser took for scrolling').toBeGreaterThan(COUNT * 0.9);
  // About a fifth of them start on a handle.
  expect(figures.stopped, 'flings stopped on a slider').toBeGreaterThan(STOPS);
  expect(figures.onHandles, 'gestures that began on a handle').toBeGreaterThan(COUNT * 0.05);
});
