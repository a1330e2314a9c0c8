import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { expect, test } from './harness/test';
import { findDefects } from './harness/view-checks';
import { deleteDatabase, enterHomeWithRecord, openWithoutApp, recorded, stored } from './home-record';

test.use({ isShared: true });

/** The titles, chips and tiles in the window: their texts, without those for screen readers, and their places in px. */
const visibleParts = (page: Page) =>
  page.locator('h1, .group-title, .chips > *, .room-tile').evaluateAll((all) =>
    all.flatMap((each) => {
      const { x, y } = each.getBoundingClientRect();
      if (y > innerHeight) return [];
      const copy = each.cloneNode(true) as Element;
      for (const spoken of copy.querySelectorAll('.visually-hidden')) spoken.remove();
      // The house lives on: a reading may change between two looks.
      const text = copy.textContent.replaceAll(/\s/g, '').replaceAll(/\d+(?:[.,]\d+)?(?=°|%|lx)/g, '#');
      return [`${text} ${Math.round(x)},${Math.round(y)}`];
    })
  );

test.beforeEach(({ page }) => enterHomeWithRecord(page));

test("the home stands as it was before the app's code is there", async ({ page, home }) => {
  const live = await visibleParts(page);
  // Leaves the place of before: a page returns to where it was.
  await page.goto('about:blank');
  const start = await openWithoutApp(page, home.url);
  await expect(recorded(page).getByText('Living room', { exact: true })).toBeVisible();
  expect(await visibleParts(page)).toEqual(live);
  await expect(linkState(page)).toHaveText(/^As of .*\d:\d\d/);
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('switch', { disabled: false })).toHaveCount(0);
  expect(await findDefects(page)).toEqual([]);

  await page.evaluate(() => scrollTo(0, 400));
  start();
  await expect(linkState(page)).toHaveText('Live');
  await expect(recorded(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(400);
  await openRoom(page, 'Living room');
});

/** Records each look of the page, as numbers of its parts in the window and the place of its first room. */
async function watchFrames(page: Page, parts: readonly string[]): Promise<void> {
  await page.addInitScript((selectors) => {
    const frames = new Set<string>();
    const isInWindow = (each: Element) => each.getBoundingClientRect().top < innerHeight;
    const look = () => {
      const first = document.querySelector('.room-tile');
      const counts = selectors.map(
        (selector) => [...document.querySelectorAll(selector)].filter(isInWindow).length
      );
      if (frames.size > 0 || first?.checkVisibility() === true)
        frames.add([...counts, first?.getBoundingClientRect().top].join());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Reflect.set(window, 'frames', () => [...frames]);
  }, parts);
}

test('the app takes over what the record shows, and nothing moves', async ({ page, home }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(new URL(request.url()).pathname);
  });
  await watchFrames(page, ['main', '.room-tile', '.room-icon svg', '.rooms .lamp', '.tile']);
  // Leaves the place of before: a page returns to where it was.
  await page.goto('about:blank');
  const start = await openWithoutApp(page, home.url);
  const parts = 'header, header *, .chips *, .rooms, .room-tile, .room-tile *, .rooms .lamp';
  await expect(recorded(page).locator('.rooms .lamp').last()).toBeAttached();
  const count = await recorded(page)
    .locator(parts)
    .evaluateAll((all) => {
      for (const each of all) Reflect.set(each, 'wasRecorded', true);
      return all.length;
    });
  expect(count).toBeGreaterThan(200);
  start();
  await expect(linkState(page)).toHaveText('Live');
  await expect(recorded(page)).toHaveCount(0);
  // The value of a reading may have come or gone since.
  const kept = await page
    .locator(parts)
    .evaluateAll((all) => all.filter((each) => Reflect.get(each, 'wasRecorded')).length);
  expect(kept).toBeGreaterThanOrEqual(count - 4);

  const frames = await page.evaluate<string[]>('frames()');
  expect(frames, 'no frame differs from the record').toHaveLength(1);
  expect(frames[0], 'one page').toMatch(/^1,/);
  expect(new Set(asked).size).toBe(asked.length);
  const linked = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? ''));
  expect(linked.filter((href) => /\/first\./.test(href))).toEqual([]);
  expect(await page.locator('head').getAttribute('autofocus')).toBeNull();
});

test('no record is kept on a wall tablet, which shows its first page', async ({ page }) => {
  const start = await openWithoutApp(page);
  await recorded(page)
    .getByRole('link', { name: /^Living room/ })
    .click();
  await page.evaluate(() => localStorage.setItem('mantel.wall', '{"isOn":true,"hasNight":false}'));
  start();
  await expect(page.getByRole('main').getByText('Living room').first()).toBeVisible();
  await expect(recorded(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname, 'a tap leads nowhere').toBe('/');
  expect(await stored(page)).toBeNull();
});

test('without a stored session the record goes before the proxy answers', async ({ page }) => {
  const start = await openWithoutApp(page);
  await recorded(page)
    .getByRole('link', { name: /^Living room/ })
    .click();
  await deleteDatabase(page);
  await page.route('**/api/me*', () => undefined);
  start();
  await expect(recorded(page)).toHaveCount(0);
  // Without an answer the page would go to the connect page, and the record with it.
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByText('Living room')).toHaveCount(0);
});

test('a window that did not hear of a sign-out leaves no record behind', async ({ page, home }) => {
  const other = await page.context().newPage();
  // The proxy does not hear of it either, so it does not end the link of the first window.
  await other.route('**/api/**', (route) => route.abort());
  await other.goto(`${home.url}/settings`);
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(other).toHaveURL(/\/connect$/);
  await page.goto('about:blank');
  expect(await stored(other)).toBeNull();
  await other.goto(home.url);
  await expect(recorded(other)).toHaveCount(0);
});
