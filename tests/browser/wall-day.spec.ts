import { mergeTests, type Page } from '@playwright/test';
import { test as withController, waitForAppCache } from './harness/controller';
import { test as withRelease } from './harness/release';
import { expect } from './harness/test';
import { at, MINUTE_MS, openWall, room, screensaver, status } from './wall-page';

const test = mergeTests(withController, withRelease);

/** The lights of the living room that are on, the one that is off, and its lamp on the first page. */
const CEILING = 24;
const SHELF = 25;
const FLOOR_LAMP = 21;
/** The living room, and its motion sensor. */
const LIVING_ROOM = 11;
const MOTION = 31;
const lamp = (page: Page) => page.getByRole('switch', { name: 'Lights in Living room' });

test.use({ viewport: { width: 1280, height: 800 } });

/** What a tablet shows while nothing is connected: nothing of the present, and a touch sends nothing. */
async function expectThePast(page: Page): Promise<void> {
  await expect(page.getByText('Not connected since')).toBeVisible({ timeout: 60_000 });
  await expect(lamp(page)).toHaveAttribute('data-lamp', 'lost');
  await expect(page.getByRole('tab').filter({ hasText: /\d/ })).toHaveCount(0);
  const column = page.getByRole('region', { name: 'Demo home' });
  await expect(column.getByRole('listitem')).toHaveText([
    /Closed at \d/,
    /9 lights on at \d/,
    /7 shutters open at \d/,
    'Leaving'
  ]);
  await expect(page.locator('#content')).toHaveCSS('filter', 'grayscale(1)');
  const edges = await page
    .locator('.tile-face[role="switch"] ~ .tile-icon')
    .evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).borderStyle));
  expect([...new Set(edges)], 'no lamp looks off').toEqual(['dashed']);

  await lamp(page).click({ force: true });
  await expect(status(page, 'No connection, so nothing was sent.')).toBeVisible();
}

test.describe('a virtual day', () => {
  test.use({ hasServiceWorker: true, hasTouch: true });

  test('a wall goes through a whole day', async ({ page, controller, commandLog, home, release, faults }) => {
    faults.expected.push(/Failed to load resource|WebSocket/);
    await openWall(page, at(20), { roomId: LIVING_ROOM });
    await waitForAppCache(page);
    /** The middle of the living room's lamp. */
    let place = { x: 0, y: 0 };

    await test.step('idle', async () => {
      await room(page, 'Kitchen').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
      await page.clock.fastForward(MINUTE_MS + 1000);
      await expect(lamp(page)).toBeVisible();
      const box = await lamp(page).boundingBox();
      if (!box) throw new Error('the lamp is not there');
      place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.clock.fastForward(5 * MINUTE_MS);
      await expect(screensaver(page)).toBeVisible();
      await expect(screensaver(page)).toContainText('lights on');
    });

    await test.step('a touch on a lamp wakes, and only the second one switches it', async () => {
      const { x, y } = place;
      // The second touch comes within a second, however busy the machine is.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      await page.touchscreen.tap(x, y);
      await expect(screensaver(page)).toHaveCount(0);
      await page.touchscreen.tap(x, y);
      await commandLog.expect();
      await page.clock.fastForward(1000);
      await page.clock.resume();
      await expect(status(page, 'Live')).toBeVisible();
      await page.touchscreen.tap(x, y);
      await commandLog.expect(
        { device: CEILING, method: 'setStatus', params: { status: false } },
        { device: SHELF, method: 'setStatus', params: { status: false } },
        { device: FLOOR_LAMP, method: 'setStatus', params: { status: false } }
      );
      await expect(lamp(page)).not.toBeChecked();
      await expect(lamp(page)).not.toHaveAttribute('data-busy');
      await page.clock.fastForward(1000);
      await page.touchscreen.tap(x, y);
      await expect(lamp(page)).toBeChecked();
      await commandLog.expect(
        { device: CEILING, method: 'setLevel', params: { level: 64 } },
        { device: SHELF, method: 'setLevel', params: { level: 40 } }
      );
    });

    await test.step('motion in its room wakes it', async () => {
      await page.clock.fastForward(6 * MINUTE_MS);
      await expect(screensaver(page)).toBeVisible();
      controller.setDevice(MOTION, { params: { Tripped: true } });
      await expect(screensaver(page)).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Living room', exact: true }), 'last row').toBeVisible();
      controller.setDevice(MOTION, { params: { Tripped: false } });
    });

    await test.step('night', async () => {
      await expect(page.locator('html')).not.toHaveAttribute('data-wall-night');
      await page.clock.fastForward(3 * 60 * MINUTE_MS);
      await expect(screensaver(page)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-wall-night');
    });

    await test.step('an update at three, in the dark', async () => {
      await page.clock.fastForward(4 * 60 * MINUTE_MS);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await home.stop();
      await release.next();
      await home.start();
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.ready).update();
      });
      // A minute passes each time. In between the page has time to ask the server.
      const passMinute = async () => {
        await page.clock.fastForward(MINUTE_MS + 1000).catch(() => undefined);
        return asked.some((path) => path.startsWith(release.assets));
      };
      await expect.poll(passMinute, { intervals: [1000, 4000], timeout: 60_000 }).toBe(true);
      await expect(screensaver(page)).toBeVisible();
    });

    await test.step('the server is away in the morning, and the tablet is live at breakfast', async () => {
      await home.stop();
      await page.clock.fastForward(4 * 60 * MINUTE_MS);
      await expect(page.locator('html')).not.toHaveAttribute('data-wall-night');
      await page.touchscreen.tap(640, 400);
      await expect(screensaver(page)).toHaveCount(0);
      await page.clock.fastForward(1000);
      await expectThePast(page);
      await home.start();
      await page.clock.fastForward(MINUTE_MS);
      await expect(status(page, 'Live')).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('Not connected since')).toHaveCount(0);
      await commandLog.expect();
    });
  });
});
