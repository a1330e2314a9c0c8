import * as make from '../../proxy/virtual/house/make';
import { signInByAddress, test as withController } from './harness/controller';
import { resize } from './harness/resize';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';
import { houseOf, roomOf } from '../../tools/support/house';
import { at, hangOnWall, MINUTE_MS, openWall, room, screensaver } from './wall-page';

const test = withController.extend({ isShared: true });
/** With a program of its own, because it stores what others would meet. */
const testAlone = withController;

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

test('wall mode is a switch in the settings, which then show whether the screen stays on', async ({
  page
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

test('the first page never scrolls, has large tiles and no defects at each size', async ({ page }) => {
  await openWall(page, at(14, 31));
  for (const { width, height, rooms } of SIZES)
    for (const theme of ['light', 'dark'] as const) {
      const name = `wall-${width}-${theme}`;
      await resize(page, width, height);
      await page.emulateMedia({ colorScheme: theme });
      const scale =
        width < height ? Math.min(width / 800, height / 1280) : Math.min(width / 1280, height / 800);
      const tiles = page.locator('.wall-tile');
      await expect.poll(() => tiles.count(), { message: name }).toBeGreaterThanOrEqual(rooms);
      const boxes = await tiles.evaluateAll((all) =>
        all.map((tile) => {
          const { width, height, bottom } = tile.getBoundingClientRect();
          return { width, height, bottom };
        })
      );
      for (const box of boxes) {
        expect(box.width, name).toBeLessThanOrEqual(Math.max(310 * scale, 172) + 1);
        expect(box.height, name).toBeLessThanOrEqual(Math.max(230 * scale, 134) + 1);
        expect(box.bottom, name).toBeLessThanOrEqual(height);
      }
      const lamps = await page
        .locator('.wall-tile .lamp')
        .evaluateAll((all) => all.map((lamp) => lamp.getBoundingClientRect().width));
      expect(Math.min(...lamps), name).toBeGreaterThanOrEqual(56);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
      expect(overflow, name).toEqual([0, 0]);
      expect.soft(await findDefects(page), name).toEqual([]);
    }
});

test('names and temperatures can be read from two metres, and figures of a row share a line', async ({
  page
}) => {
  await openWall(page, at(14, 31));
  const sizeOf = (part: string) =>
    page
      .locator(`.wall-tile ${part}`)
      .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
  expect(Math.min(...(await sizeOf('.name')))).toBeGreaterThanOrEqual(22);
  expect(Math.min(...(await sizeOf('.temperature')))).toBeGreaterThanOrEqual(48);
  const tops = await page
    .locator('.wall-tile .temperature')
    .evaluateAll((all) => all.slice(0, 4).map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
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
    isOutside(chip, chip.closest('.chips'))
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

test('an alarm turns the column red and says what and where', async ({ page, controller }) => {
  await openWall(page, at(14, 31));
  controller.setDevice(48, { params: { Tripped: true } });
  const column = page.getByRole('region', { name: 'Demo home' });
  await expect(column.getByRole('link', { name: 'Smoke alarm' })).toContainText('Kitchen');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect.soft(await findDefects(page), theme).toEqual([]);
  }
});

testAlone('a phone chooses which rooms wall tablets show', async ({ page }) => {
  await openWall(page, at(14, 31));
  await expect(room(page, 'Guest toilet')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Rooms on wall tablets').click();
  await page.getByRole('switch', { name: 'Guest toilet' }).click();
  await page.goto('/');
  await expect(room(page, 'Kitchen')).toBeVisible();
  await expect(room(page, 'Guest toilet')).toHaveCount(0);
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

  await page.getByRole('switch', { name: 'Floor lamp' }).press('Shift+Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a tablet that restarts at night begins asleep, and says how the house is as soon as it knows, and once that changes', async ({
  page,
  controller
}) => {
  await hangOnWall(page, at(23, 30));
  await expect(screensaver(page)).toContainText('9 lights on.');
  await expect(screensaver(page)).toContainText('20.8° inside');
  controller.setDevice(21, { params: { Status: true } });
  await expect
    .poll(() => page.clock.runFor(10_000).then(() => screensaver(page).textContent()))
    .toContain('10 lights on.');
});

test('before anything is known of the house, neither the column nor the screensaver says how it is', async ({
  page
}) => {
  await page.routeWebSocket(/\/live/, () => {});
  await hangOnWall(page, at(14));
  const words = page.getByText(/closed|lights are off|responding/i);
  await expect(page.getByText('14:00')).toBeVisible();
  await expect(words).toHaveCount(0);

  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(screensaver(page).getByText('14:06')).toBeVisible();
  await expect(words).toHaveCount(0);
});

test.describe('a home with a door that does not respond', () => {
  const door = { ...make.door(101, 'Front door'), deadForHours: 5 };
  test.use({ house: houseOf(roomOf(20, 'Hall', [door, make.lamp(102, 'Lamp')])) });

  test('is not said to be closed, on the first page or in the sentence of the screensaver', async ({
    page
  }) => {
    await openWall(page, at(14));
    await expect(page.getByRole('link', { name: 'None open · 1 unknown' })).toBeVisible();
    await expect(page.getByText(/is closed/i)).toHaveCount(0);
    await page.clock.fastForward(6 * MINUTE_MS);
    await expect(screensaver(page)).toContainText('All lights are off.');
    await expect(page.getByText(/is closed/i)).toHaveCount(0);
  });
});
