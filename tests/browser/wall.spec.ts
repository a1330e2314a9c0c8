import { signInByAddress, test as withController } from './harness/controller';
import { proxyOf } from './harness/proxy-calls';
import { resize } from './harness/resize';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';
import { at, hangOnWall, MINUTE_MS, openWall, room, screensaver } from './wall-page';

const test = withController.extend({ isShared: true });
/** With a program of its own, because it stores what others would meet. */
const testAlone = withController;

/** The smoke alarm of the virtual house. */
const SMOKE = 48;

/** The sizes of wall tablets, and how many rooms are on the first page at each at least. */
const SIZES = [
  { width: 800, height: 480, rooms: 6 },
  { width: 1024, height: 600, rooms: 9 },
  { width: 1024, height: 768, rooms: 12 },
  { width: 1080, height: 810, rooms: 12 },
  { width: 1280, height: 800, rooms: 12 },
  { width: 1366, height: 1024, rooms: 12 },
  { width: 1920, height: 1080, rooms: 14 },
  { width: 2560, height: 1440, rooms: 14 },
  { width: 600, height: 960, rooms: 12 },
  { width: 800, height: 1280, rooms: 12 }
];

for (const each of [test, testAlone]) each.use({ viewport: { width: 1280, height: 800 } });

testAlone('wall mode and the rooms that it shows are chosen in the settings', async ({ page }) => {
  await page.clock.install({ time: at(14) });
  await signInByAddress(page);
  await page.goto('/settings');
  const mode = page.getByRole('switch', { name: 'Wall mode' });
  await expect(mode).not.toBeChecked();
  await mode.click();
  await expect(page.getByRole('switch', { name: 'Dark at night' })).toBeChecked();
  await page.getByLabel('From').fill('23:15');
  expect(await page.evaluate(() => localStorage.getItem('mantel.wall'))).toContain('"nightFrom":1395');
  await expect(page.getByRole('status').filter({ hasText: 'screen' })).toBeVisible();
  await page.goto('/');
  await expect(room(page, 'Guest toilet')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Rooms on wall tablets').click();
  await page.getByRole('switch', { name: 'Guest toilet' }).click();
  await page.goto('/');
  await expect(room(page, 'Kitchen')).toBeVisible();
  await expect(room(page, 'Guest toilet')).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await mode.click();
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
});

test('the first page never scrolls, and has large tiles and texts and no defects at each size', async ({
  page
}) => {
  await openWall(page, at(14, 31));
  const tiles = page.locator('.wall-tile');
  const sizeOf = (part: string) =>
    tiles.locator(part).evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
  expect(Math.min(...(await sizeOf('.room-name')))).toBeGreaterThanOrEqual(22);
  expect(Math.min(...(await sizeOf('.room-degrees')))).toBeGreaterThanOrEqual(48);
  const tops = await tiles
    .locator('.room-degrees')
    .evaluateAll((all) => all.slice(0, 4).map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size, 'the figures of a row share a line').toBe(1);

  for (const { width, height, rooms } of SIZES)
    await test.step(`${width}x${height}`, async () => {
      await resize(page, width, height);
      const scale =
        width < height ? Math.min(width / 800, height / 1280) : Math.min(width / 1280, height / 800);
      await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(rooms);
      const boxes = await tiles.evaluateAll((all) =>
        all.map((tile) => {
          const { width, height, bottom } = tile.getBoundingClientRect();
          return { width, height, bottom };
        })
      );
      for (const box of boxes) {
        expect(box.width).toBeLessThanOrEqual(Math.max(310 * scale, 172) + 1);
        expect(box.height).toBeLessThanOrEqual(Math.max(230 * scale, 134) + 1);
        expect(box.bottom).toBeLessThanOrEqual(height);
      }
      const lamps = await tiles
        .locator('.lamp')
        .evaluateAll((all) => all.map((lamp) => lamp.getBoundingClientRect().width));
      expect(Math.min(...lamps)).toBeGreaterThanOrEqual(56);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
      expect(overflow).toEqual([0, 0]);
      expect.soft(await findDefects(page)).toEqual([]);
    });
});

/** What of a wall's first page is cut: chips, texts of the column and icons of the row. */
const findCut = () => {
  const isOutside = (part: Element, whole: Element | null) => {
    const [inner, outer] = [part, whole ?? part].map((element) => element.getBoundingClientRect());
    return inner && outer
      ? inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1
      : true;
  };
  const chips = [...document.querySelectorAll('.wall-tile .chip')].filter((chip) =>
    isOutside(chip, chip.closest('.room-chips'))
  );
  const texts = [...document.querySelectorAll('.glance .text')].filter(
    (text) => text.scrollHeight > text.clientHeight + 8
  );
  const icons = [...document.querySelectorAll('.row .tile-icon')].filter((icon) =>
    isOutside(icon, icon.closest('.tile'))
  );
  return [...chips, ...texts, ...icons].map((element) => `${element.className} ${element.textContent}`);
};

test('with large text no chip is cut, and no word of the column either', async ({ page }) => {
  await openWall(page, at(14, 31));
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
  for (const { width, height } of SIZES) {
    await resize(page, width, height);
    await expect.poll(() => page.locator('.wall-tile').count()).toBeGreaterThan(0);
    expect.soft(await page.evaluate(findCut), `${width}x${height}`).toEqual([]);
  }
});

test('a question and a text in a field hold the page, and an open sheet does not', async ({ page }) => {
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

  // A thermostat with two targets has no buttons: its tile opens the sheet.
  await page.getByText('Idle · 21.5°–25°').click({ force: true });
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a wall of an unknown house says nothing, and sleeps at night', async ({ page, controller }) => {
  let isHeard = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    if (isHeard) socket.connectToServer();
  });
  await hangOnWall(page, at(14));
  const words = page.getByText(/closed|lights are off|responding/i);
  await expect(page.getByText('14:00')).toBeVisible();
  await expect(words).toHaveCount(0);
  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(screensaver(page).getByText('14:06')).toBeVisible();
  await expect(words).toHaveCount(0);

  await page.clock.fastForward(9 * 60 * MINUTE_MS);
  isHeard = true;
  await page.reload();
  await expect(screensaver(page)).toContainText('9 lights on.');
  await expect(screensaver(page)).toContainText('20.8° inside');
  controller.setDevice(21, { params: { Status: true } });
  await expect
    .poll(() => page.clock.runFor(10_000).then(() => screensaver(page).textContent()))
    .toContain('10 lights on.');
});

test('an alarm takes over a sleeping tablet with what, where and since when, until it is closed', async ({
  page,
  controller
}) => {
  await hangOnWall(page, at(23, 30));
  await expect(screensaver(page)).toBeVisible();
  const lasttrip = Math.floor(at(23, 30).getTime() / 1000);
  controller.setDevice(SMOKE, { params: { Tripped: true, lasttrip } });
  const alarm = page.getByRole('alertdialog', { name: /^Smoke Smoke alarm · Kitchen · \d/ });
  await expect(alarm).toBeVisible();
  await expect(screensaver(page)).toHaveCount(0);
  expect(await alarm.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 });

  // A touch is ignored until the alarm was there for a second.
  await page.clock.runFor(1_000);
  await alarm.getByRole('button', { name: 'I’ve seen it' }).click();
  await expect(alarm).toHaveCount(0);
  const column = page.getByRole('region', { name: 'Demo home' }).getByRole('link', { name: /^Smoke/ });
  await expect(column, 'the column stays red').toContainText('Kitchen');
  await expect(page.getByRole('region', { name: 'Alarms' }), 'and no banner says it again').toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await findDefects(page), colorScheme).toEqual([]);
  }
  controller.setDevice(SMOKE, { params: { Tripped: false } });
  await expect(column).toHaveCount(0);
});

testAlone('with a PIN a hold of the clock leads to the settings', async ({ page }) => {
  await hangOnWall(page, at(14), { hasNight: false });
  await (await proxyOf(page)).setPin('4711');
  const settings = page.getByRole('link', { name: 'Settings' });
  await expect(settings.locator('..')).toHaveCSS('opacity', '0');
  await settings.focus();
  await expect(settings.locator('..')).toHaveCSS('opacity', '1');

  const clock = await page.locator('time').first().boundingBox();
  await page.mouse.move((clock?.x ?? 0) + 20, (clock?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the PIN' })).toBeVisible();
  await page.mouse.up();
});
