import type { Page } from '@playwright/test';
import { untilLive } from './harness/link-state';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true });

/** The most scripts and styles of a home with its rooms and its sheets. */
const FILES_OF_A_HOME = 24;

/** Names of the scripts and styles that a page has loaded. */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.split('/').at(-1) ?? '')
      .filter((name) => /\.(?:js|css)$/.test(name))
  );

test('a sign-in loads neither settings nor sheets before a home, which needs few files', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Demo home' }).click();
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await expect(signIn).toBeVisible();
  const files = await filesOf(page);
  expect(files).toContainEqual(expect.stringMatching(/^sign-in\./));
  expect(files.filter((name) => /^(?:settings|sheets|rooms)\./.test(name))).toEqual([]);

  await signIn.click();
  await untilLive(page);
  await page.reload();
  // The parts of a device's sheet come last.
  await expect.poll(() => filesOf(page)).toContainEqual(expect.stringMatching(/^parts\./));
  await page.waitForLoadState('networkidle');
  expect((await filesOf(page)).length).toBeLessThanOrEqual(FILES_OF_A_HOME);
});
