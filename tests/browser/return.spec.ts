import type { Page } from '@playwright/test';
import { enterDemoHome } from './demo-home';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true, viewport: { width: 390, height: 500 } });

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

/** The drawing of a room's icon in the first frame that has one again. */
const iconInFirstFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const sample = () => {
          const drawn = document.querySelector("main a[href='/rooms/11'] .room-icon path");
          if (drawn) resolve(drawn.getAttribute('d') ?? '');
          else requestAnimationFrame(sample);
        };
        sample();
      })
  );

/** Counts the transitions between pages. */
async function watchTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    let count = 0;
    document.startViewTransition = (...given) => {
      Reflect.set(globalThis, 'transitions', (count += 1));
      return start(...given);
    };
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'transitions') ?? 0));
}

test('Back and a reload return to the scroll position', async ({ page }) => {
  const transitions = await watchTransitions(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await enterDemoHome(page);
  await expect(page.getByRole('link', { name: /^Garage/ })).toBeAttached();
  // The transitions come with it, once the page is idle.
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached();
  await scrollDown(page);
  await page.mouse.click(...(await roomInSight(page)));
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  expect(await scrollPosition(page)).toBe(0);
  expect(await transitions()).toBe(1);

  await expect(page.getByRole('link', { name: 'Reorder devices' })).toBeAttached();
  await scrollDown(page);
  const top = await scrollPosition(page);
  expect(top).toBeGreaterThan(0);
  // A click would scroll to the link first.
  await page.getByRole('link', { name: 'Search' }).dispatchEvent('click');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.goBack();
  await expect.poll(() => scrollPosition(page)).toBe(top);

  const icon = iconInFirstFrame(page);
  await page.goBack();
  expect(await icon).not.toBe('');
  await expect.poll(() => scrollPosition(page)).toBe(DOWN);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect.poll(() => scrollPosition(page)).toBe(DOWN);
  await page.mouse.click(...(await roomInSight(page)));
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  expect(await transitions()).toBe(0);
});
