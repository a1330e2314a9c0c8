import { enterDemoHome } from './demo-home';
import { waitForAppCache } from './harness/controller';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true });

test.beforeEach(({ page }) => enterDemoHome(page));

test('Chromium finds nothing that prevents an install or its shortcuts', async ({ page, context }) => {
  await waitForAppCache(page);
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(manifest.url).toContain('/manifest.webmanifest');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The test's own context is a private window, from which Chromium never installs.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  await page.goto('/rooms');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('link', { name: /^Kitchen/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
  await page.goto('/rooms');
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();

  const { shortcuts } = JSON.parse(manifest.data ?? '{}') as { shortcuts: { url: string }[] };
  expect(shortcuts.map(({ url }) => url)).toContain('/now/leaving');
  await page.goto('/now/leaving');
  await expect(page.getByRole('heading', { level: 1, name: 'Leaving' })).toBeVisible();
});
