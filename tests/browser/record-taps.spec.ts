import type { Page } from '@playwright/test';
import { linkState } from './harness/link-state';
import { expect, test } from './harness/test';
import { enterHomeWithRecord, openWithoutApp, recorded } from './home-record';

test.use({ isShared: true });

const tile = (page: Page, name = 'Living room') => recorded(page).getByRole('link', { name });
const isPressed = (page: Page, name?: string) =>
  tile(page, name).evaluate((link) => link.hasAttribute('data-pressed'));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const pathOf = (page: Page) => new URL(page.url()).pathname;

test.beforeEach(({ page }) => enterHomeWithRecord(page));

test('the last tap on a room is followed as soon as the app is there, once, and Back leads home', async ({
  page
}) => {
  const start = await openWithoutApp(page);
  await tile(page, 'Kitchen').click();
  expect(await isPressed(page, 'Kitchen')).toBe(true);
  await tile(page).hover();
  await page.clock.install();
  await page.mouse.down();
  expect([await isPressed(page, 'Kitchen'), await isPressed(page)]).toEqual([false, true]);
  const before = await page.evaluate(() => history.length);
  start();
  await expect.poll(() => page.evaluate(() => document.head.hasAttribute('autofocus'))).toBe(false);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // The app may have taken over: nothing moves under the finger.
  expect(pathOf(page)).toBe('/');
  await page.mouse.up();
  await page.clock.resume();
  await expect(heading(page, 'Living room')).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page.getByRole('link', { name: /^Living room/ })).toBeVisible();
  expect(pathOf(page)).toBe('/');
  await expect(linkState(page)).toHaveText('Live');
});

test('by keyboard, the focus stays on its link, and Enter is remembered', async ({ page }) => {
  const start = await openWithoutApp(page);
  await expect(recorded(page)).toBeVisible();
  await tile(page).focus();
  const href = await tile(page).getAttribute('href');
  start();
  await expect(recorded(page)).toHaveCount(0);
  await expect(page.locator(`main a[href="${String(href)}"]`)).toBeFocused();

  const startAgain = await openWithoutApp(page);
  await tile(page).focus();
  await page.keyboard.press('Enter');
  expect(await isPressed(page)).toBe(true);
  // The handle is there once the page watches: only then may the app come.
  const drawn = await page.locator('#home').evaluateHandle((home) => {
    const watched = new Promise<boolean>((resolve) => {
      const watch = new MutationObserver(() => resolve(home.childElementCount > 0));
      watch.observe(home, { attributeFilter: ['data-recorded'] });
    });
    return { watched };
  });
  startAgain();
  expect(await drawn.evaluate(({ watched }) => watched), 'the app draws the home before the room').toBe(
    false
  );
  await expect(heading(page, 'Living room')).toBeVisible();
});
