import type { Page } from '@playwright/test';
import { enterDemoHome, openRoom, signInToDemoHome } from './demo-home';
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

test('rooms show their icons at once after a return', async ({ page }) => {
  const icon = "main a[href='/rooms/11'] .room-icon path";
  await enterDemoHome(page);
  await expect(page.locator(icon)).not.toHaveAttribute('d', '');
  await openRoom(page, 'Living room');
  const seen = page.evaluate(
    (path) =>
      new Promise<string>((resolve) => {
        const sample = () => {
          const drawn = document.querySelector(path);
          if (drawn) resolve(drawn.getAttribute('d') ?? '');
          else requestAnimationFrame(sample);
        };
        sample();
      }),
    icon
  );
  await page.goBack();
  expect(await seen, 'in the first frame with rooms').not.toBe('');
});

test('after returning from the search, a room has the same scroll position', async ({ page }) => {
  await signInToDemoHome(page);
  await page.goto('/rooms/11');
  await expect(page.getByRole('link', { name: 'Reorder devices' })).toBeAttached();
  await scrollDown(page);
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.goBack();
  await expect.poll(() => scrollPosition(page)).toBe(DOWN);
});
