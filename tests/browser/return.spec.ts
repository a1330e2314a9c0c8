import type { Page } from '@playwright/test';
import { enterDemoHome, openRoom } from './demo-home';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true, viewport: { width: 390, height: 844 } });

const scrollPosition = (page: Page) => page.evaluate(() => Math.round(scrollY));

const DOWN = 500;
const scrollDown = (page: Page) => page.evaluate((top) => scrollTo(0, top), DOWN);

/** The middle of a room's tile that is fully visible, because Playwright scrolls to links that are not. */
const roomInSight = (page: Page) =>
  page.evaluate(() => {
    const tiles = Array.from(document.querySelectorAll('main a[href^="/rooms/"]'), (tile) =>
      tile.getBoundingClientRect()
    );
    const tile = tiles.find(({ top, bottom }) => top > 100 && bottom < innerHeight) ?? new DOMRect();
    return [tile.x + tile.width / 2, tile.y + tile.height / 2] as const;
  });

test('after returning from a room or reloading, the home has the same scroll position', async ({ page }) => {
  await enterDemoHome(page);
  await expect(page.getByRole('link', { name: /^Garage/ })).toBeAttached();
  await scrollDown(page);
  await page.mouse.click(...(await roomInSight(page)));
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  expect(await scrollPosition(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrollPosition(page)).toBe(DOWN);
  await page.reload();
  await expect.poll(() => scrollPosition(page)).toBe(DOWN);
});

test('rooms show their pictures at once after a return', async ({ page }) => {
  const plain = () =>
    page
      .locator('main a[href^="/rooms/"]:not([href$=none])')
      .evaluateAll(
        (tiles) => tiles.filter((tile) => !tile.querySelector("svg[viewBox='0 0 200 136']")).length
      );
  await enterDemoHome(page);
  await expect.poll(plain).toBe(0);
  await openRoom(page, 'Living room');
  const seen = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const sample = () => {
          const tile = document.querySelector('main a[href="/rooms/11"]');
          if (tile) resolve(tile.querySelector("svg[viewBox='0 0 200 136']") !== null);
          else requestAnimationFrame(sample);
        };
        sample();
      })
  );
  await page.goBack();
  expect(await seen, 'in the first frame with rooms').toBe(true);
});

test('after returning from the search, a room has the same scroll position', async ({ page }) => {
  await enterDemoHome(page);
  await page.goto('/rooms/11');
  await expect(page.getByRole('link', { name: 'Reorder devices' })).toBeAttached();
  await scrollDown(page);
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.goBack();
  await expect.poll(() => scrollPosition(page)).toBe(DOWN);
});
