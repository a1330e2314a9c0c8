import { enterDemoHome } from './demo-home';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true });

test('Chromium finds a manifest without a fault, and nothing that speaks against an install', async ({
  page,
  context
}) => {
  await enterDemoHome(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(manifest.url).toContain('/manifest.webmanifest');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A context of the test's own is a private window to Chromium, which never installs from there.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('what the installed app leads to is there: a shortcut to the last room, and what a shop would show', async ({
  page
}) => {
  await enterDemoHome(page);
  await page.goto('/rooms');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('link', { name: /^Kitchen/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
  await page.goto('/rooms');
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
});
