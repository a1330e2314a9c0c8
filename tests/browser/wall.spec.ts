import { mergeTests, type Page } from '@playwright/test';
import * as make from '../../proxy/virtual/house/make';
import { CommandLog } from './harness/command-log';
import { signInByAddress, test as withController, waitForAppCache } from './harness/controller';
import { test as withRelease } from './harness/release';
import { expect } from './harness/test';
import { findDefects, picture } from './harness/view-checks';
import { houseOf, roomOf } from './harness/workbench';

const test = mergeTests(withController, withRelease);

/** The sizes of wall tablets. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 800, height: 1280 }
];

/** The lights of the living room that are on, and its lamp on the first page. */
const [CEILING, SHELF] = [24, 25];
/** The living room, and its motion sensor. */
const [LIVING_ROOM, MOTION] = [11, 31];
const lamp = (page: Page) => page.getByRole('button', { name: 'Turn off lights: Living room' });

const screensaver = (page: Page) => page.getByRole('region', { name: 'Screensaver' });
const room = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

const at = (hours: number, minutes = 0) => new Date(2026, 10, 22, hours, minutes);
const MINUTE_MS = 60_000;

/** Opens the first page of a tablet that is in wall mode, at a time of day. */
async function openWall(page: Page, time: Date, settings: object = {}): Promise<void> {
  await page.clock.install({ time });
  await page.addInitScript(
    (wall) => {
      if (localStorage.getItem('mantel.wall') === null) localStorage.setItem('mantel.wall', wall);
    },
    JSON.stringify({ isOn: true, ...settings })
  );
  await signInByAddress(page);
  await page.goto('/');
  await expect(status(page, 'Live')).toBeVisible();
}

// The last file of a run: one worker would still be at it while the others are done.
test.describe.configure({ mode: 'parallel' });

test.use({ viewport: { width: 1280, height: 800 } });

test('wall mode is a switch in the settings, which then show whether the screen stays on', async ({
  page,
  controller: _
}) => {
  await page.clock.install({ time: at(14) });
  await signInByAddress(page);
  await page.goto('/settings');
  const mode = page.getByRole('switch', { name: 'Wall mode' });
  await expect(mode).not.toBeChecked();
  await mode.click();
  await expect(mode).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Dark at night' })).toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: 'screen' })).toBeVisible();
  await page.goto('/');
  await expect(room(page, 'Kitchen')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await mode.click();
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
});

test('the first page never scrolls, has large tiles and no defects at each size', async ({
  page,
  controller: _
}) => {
  await openWall(page, at(14, 31));
  for (const { width, height } of SIZES)
    for (const theme of ['light', 'dark'] as const) {
      const name = `wall-${width}-${theme}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      const tiles = await room(page, '(Living room|Kitchen|Dining room|Hall|Guest toilet)').all();
      expect(tiles, name).toHaveLength(5);
      for (const tile of tiles) {
        const box = await tile.boundingBox();
        expect(box?.height, name).toBeGreaterThanOrEqual(148);
        expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(height);
      }
      const overflow = await page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
      expect(overflow, name).toEqual([0, 0]);
      expect.soft(await findDefects(page), name).toEqual([]);
      await picture(page, name);
    }
});

test('an alarm turns the column red and says what and where', async ({ page, controller }) => {
  await openWall(page, at(14, 31));
  controller.setDevice(48, { params: { Tripped: true } });
  const column = page.getByRole('region', { name: 'Demo home' });
  await expect(column.getByRole('link', { name: 'Smoke alarm' })).toContainText('Kitchen');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect.soft(await findDefects(page), theme).toEqual([]);
    await picture(page, `wall-alarm-${theme}`);
  }
});

test('a phone chooses which rooms wall tablets show', async ({ page, controller: _ }) => {
  await openWall(page, at(14, 31));
  await expect(room(page, 'Guest toilet')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Rooms on wall tablets').click();
  await page.getByRole('switch', { name: 'Guest toilet' }).click();
  await page.goto('/');
  await expect(room(page, 'Kitchen')).toBeVisible();
  await expect(room(page, 'Guest toilet')).toHaveCount(0);
});

test('a question and a text in a field hold the page, and an open sheet does not', async ({
  page,
  controller: _
}) => {
  await openWall(page, at(14, 31));
  await page.getByRole('button', { name: 'Turn off all lights' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(screensaver(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('lamp');
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(page).toHaveURL(/\/search/);
  await page.getByRole('searchbox').fill('');
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(room(page, 'Kitchen')).toBeVisible();

  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('before anything is known of the house, neither the column nor the screensaver says how it is', async ({
  page,
  controller: _
}) => {
  await page.routeWebSocket(/\/live/, () => {});
  await page.clock.install({ time: at(14) });
  await page.addInitScript(() => localStorage.setItem('mantel.wall', '{"isOn":true}'));
  await signInByAddress(page);
  await page.goto('/');
  const words = page.getByText(/closed|lights are off|responding/i);
  await expect(page.getByText('2:00')).toBeVisible();
  await expect(words).toHaveCount(0);

  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(screensaver(page).getByText('2:06')).toBeVisible();
  await expect(words).toHaveCount(0);
});

test.describe('a home with a door that does not respond', () => {
  const door = { ...make.door(101, 'Front door'), deadForHours: 5 };
  test.use({ house: houseOf(roomOf(20, 'Hall', [door, make.lamp(102, 'Lamp')])) });

  test('is not said to be closed, on the first page or in the sentence of the screensaver', async ({
    page,
    controller: _
  }) => {
    await openWall(page, at(14));
    await expect(page.getByRole('link', { name: 'None open · 1 unknown' })).toBeVisible();
    await expect(page.getByText(/is closed/i)).toHaveCount(0);
    await page.clock.fastForward(6 * MINUTE_MS);
    await expect(screensaver(page)).toContainText('not responding');
    await expect(page.getByText(/is closed/i)).toHaveCount(0);
  });
});

test('without a connection the column says since when, and the lamp opens the room', async ({
  page,
  home,
  controller: _,
  faults
}) => {
  faults.expected.push(/Failed to load resource|WebSocket/);
  await openWall(page, at(14, 2));
  await home.stop();
  await expect(page.getByText('Not connected since')).toBeVisible({ timeout: 60_000 });
  await expect(lamp(page)).toHaveCount(0);
  await home.start();
  await page.clock.fastForward(MINUTE_MS);
  await expect(status(page, 'Live')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Not connected since')).toHaveCount(0);
});

test.describe('a virtual day', () => {
  test.use({ hasServiceWorker: true, hasTouch: true });

  test('goes from a page to the screensaver, wakes without a command, sleeps, updates, and is live at breakfast', async ({
    page,
    controller,
    home,
    release,
    faults
  }) => {
    faults.expected.push(/Failed to load resource|WebSocket/);
    const commands = new CommandLog(controller);
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
      await picture(page, 'wall-screensaver');
    });

    await test.step('a touch on a lamp wakes, and only the second one switches it', async () => {
      const { x, y } = place;
      await page.touchscreen.tap(x, y);
      await expect(screensaver(page)).toHaveCount(0);
      await page.touchscreen.tap(x, y);
      await commands.expect();
      await page.clock.fastForward(1000);
      await expect(status(page, 'Live')).toBeVisible();
      await page.touchscreen.tap(x, y);
      await commands.expect(
        { device: CEILING, method: 'setStatus', params: { status: false } },
        { device: SHELF, method: 'setStatus', params: { status: false } }
      );
      await expect(lamp(page)).toHaveCount(0);
    });

    await test.step('motion in its room wakes it', async () => {
      await page.clock.fastForward(6 * MINUTE_MS);
      await expect(screensaver(page)).toBeVisible();
      controller.setDevice(MOTION, { params: { Tripped: true } });
      await expect(screensaver(page)).toHaveCount(0);
      controller.setDevice(MOTION, { params: { Tripped: false } });
    });

    await test.step('night', async () => {
      await expect(page.locator('html')).not.toHaveAttribute('data-wall-night');
      await page.clock.fastForward(3 * 60 * MINUTE_MS);
      await expect(screensaver(page)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-wall-night');
      await picture(page, 'wall-screensaver-night');
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

    await test.step('the server restarts, and the tablet is live at breakfast', async () => {
      await home.stop();
      await page.clock.fastForward(60 * MINUTE_MS);
      await home.start();
      await page.clock.fastForward(3 * 60 * MINUTE_MS);
      await expect(page.locator('html')).not.toHaveAttribute('data-wall-night');
      await page.touchscreen.tap(640, 400);
      await expect(screensaver(page)).toHaveCount(0);
      await expect(status(page, 'Live')).toBeVisible({ timeout: 60_000 });
      await commands.expect();
    });
  });
});
