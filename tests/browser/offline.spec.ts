import type { Locator } from '@playwright/test';
import { enterDemoHome, IN_ITS_TIME, openRoom } from './demo-home';
import { messageOf } from './harness/conversation';
import { linkState } from './harness/link-state';
import { waitForAppCache } from './harness/controller';
import { allStoredData } from './harness/stored-data';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true });

/** A command of the page was carried out. */
let confirmed: Promise<void>;

test.beforeEach(({ page }) => {
  confirmed = messageOf(page, /"confirmed"/);
  return enterDemoHome(page);
});

test('a reload without the proxy shows the last home with its age and without working controls', async ({
  page,
  home
}) => {
  await openRoom(page, 'Living room');
  await page.getByRole('switch', { name: 'Floor lamp' }).click();
  await expect(page.getByRole('switch', { name: 'Floor lamp' })).toBeChecked();
  await confirmed;
  await waitForAppCache(page);

  await home.stop();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  await page.reload();

  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).toBeChecked();
  await expect(lamp).toBeDisabled();
  await expect(page.getByRole('group', { name: 'Floor lamp' })).toContainText('as of');
  await expect(page.getByRole('slider', { name: 'Ceiling lights' })).toBeDisabled();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);

  await home.start();
  await expect(linkState(page)).toHaveText('Live', IN_ITS_TIME);
  await expect(lamp).toBeEnabled();
});

test('a touch without the proxy says that nothing was sent, on a tile, a group, a sheet and by key', async ({
  page,
  home
}) => {
  await waitForAppCache(page);
  await openRoom(page, 'Living room');
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).toBeEnabled();
  await home.stop();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  await expect(lamp).toBeDisabled();
  const said = page.getByRole('status').filter({ hasText: 'No connection, so nothing was sent.' });
  await expect(said).toHaveCount(0);

  const touch = async (control: Locator) => {
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    if (!box) throw new Error('no control');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(said).toBeVisible();
    await expect(said).toHaveCount(0, { timeout: 10_000 });
  };
  await touch(lamp);
  await touch(page.getByRole('switch', { name: /^Lights in/ }));

  const banner = page.locator('.notice.banner').filter({ hasText: 'Offline' });
  await expect(banner).toBeVisible(IN_ITS_TIME);
  for (const [reducedMotion, animation] of [
    ['no-preference', 'nothing-sent'],
    ['reduce', 'none']
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await expect(banner).toHaveCSS('animation-name', 'none');
    await lamp.focus();
    await page.keyboard.press('Enter');
    await expect(said).toBeVisible();
    await expect(banner).toHaveCSS('animation-name', animation);
    await expect(said).toHaveCount(0, { timeout: 10_000 });
  }
  await lamp.focus();
  await page.keyboard.press('Enter');
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(said).toHaveCount(0, { timeout: 10_000 });
  await touch(page.getByRole('dialog').getByRole('switch').first());
});

test('after one visit, every address opens without the proxy, with the home and its age', async ({
  page,
  home
}) => {
  await waitForAppCache(page);
  await home.stop();
  for (const [address, heading] of [
    ['/', 'Demo home'],
    ['/rooms/11', 'Living room'],
    ['/now/lights', 'Lights'],
    ['/devices', 'Devices'],
    ['/search', 'Search'],
    ['/settings', 'Settings']
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  }
  await page.goto('/');
  await expect(linkState(page)).toHaveText('Offline', { timeout: 20_000 });
  const chips = page.locator('.chips').first();
  await expect(chips).toHaveText(/^\s*as of \d/);
  await expect(chips.locator('[data-tone="neutral"]')).toHaveCount(await chips.getByRole('link').count());
  await expect(chips.locator('.quiet svg')).toHaveCount(0);
  await page.goto('/devices/24');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('signing out without the proxy deletes the home at once, and the cookie at the next contact', async ({
  page,
  home
}) => {
  await waitForAppCache(page);
  await home.stop();
  await page.goto('/settings');
  expect(await allStoredData(page)).toContain('Living room');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/connect$/);
  expect(await allStoredData(page)).not.toContain('Living room');
  await page.goto('/');
  await expect(page).toHaveURL(/\/connect$/);
  await expect(page.getByText('Living room')).toHaveCount(0);

  await home.start();
  await page.reload();
  await expect.poll(() => page.evaluate(async () => (await fetch('/api/me')).status)).toBe(401);
});

test('the settings say that the app works offline only once it does', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.body.innerText.includes('Works offline')) return;
      observer.disconnect();
      void navigator.serviceWorker.getRegistration().then((found) => {
        Reflect.set(globalThis, 'wasActive', found?.active !== null);
      });
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/settings');
  await expect(page.getByText('Works offline')).toBeVisible();
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'wasActive'))).toBe(true);
});
