import type { Locator, Page } from '@playwright/test';
import { enterDemoHome, IN_ITS_TIME, openRoom } from './demo-home';
import { waitForAppCache } from './harness/controller';
import { messageOf } from './harness/conversation';
import { linkState, untilLive } from './harness/link-state';
import { allStoredData } from './harness/stored-data';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true });

/** Touches where a control is; it may be disabled. */
async function touchPlaceOf(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('no control');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('a reload without the proxy shows the last home with its age and without working controls, and a touch says that nothing was sent', async ({
  page,
  home
}) => {
  const confirmed = messageOf(page, /"confirmed"/);
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await lamp.click();
  await expect(lamp).toBeChecked();
  await confirmed;
  await waitForAppCache(page);

  await home.stop();
  await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  await page.reload();
  await expect(lamp).toBeChecked();
  await expect(lamp).toBeDisabled();
  await expect(page.getByRole('group', { name: 'Floor lamp' })).toContainText('as of');
  await expect(page.getByRole('slider', { name: 'Ceiling lights' })).toBeDisabled();

  const said = page.getByRole('status').filter({ hasText: 'No connection, so nothing was sent.' });
  const banner = page.locator('#foot section').filter({ hasText: 'Offline' });
  await expect(banner).toBeVisible(IN_ITS_TIME);
  await expect(said).toHaveCount(0);
  await touchPlaceOf(page, lamp);
  await expect(said).toBeVisible();
  await expect(said).toHaveCount(0, { timeout: 10_000 });

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(banner).toHaveCSS('animation-name', 'none');
  await lamp.focus();
  await page.keyboard.press('Enter');
  await expect(said).toBeVisible();
  await expect(banner).toHaveCSS('animation-name', 'nothing-sent');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(banner).toHaveCSS('animation-name', 'none');
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await expect(said).toHaveCount(0, { timeout: 10_000 });
  await touchPlaceOf(page, page.getByRole('dialog').getByRole('switch').first());
  await expect(page.getByRole('dialog').getByRole('status').and(said)).toBeVisible();

  await page.keyboard.press('Escape');
  await home.start();
  await expect(linkState(page)).toHaveText('Live', IN_ITS_TIME);
  await expect(lamp).toBeEnabled();
});

test('a day without the proxy only lasting states are shown', async ({ page, home }) => {
  await enterDemoHome(page);
  await waitForAppCache(page);
  await home.stop();
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await page.reload();

  await expect(page.getByRole('link', { name: /lights on · \d+ \w+, \d\d:\d\d/ })).toBeVisible(IN_ITS_TIME);
  await expect(page.locator('.room-tile.lit')).toHaveCount(0);
  await openRoom(page, 'Living room');
  await expect(page.getByLabel('Readings').locator('.value')).toHaveText(['–', '–', '–']);
  await expect(page.getByRole('group', { name: 'Ceiling lights' })).toContainText(/as of \d+ \w+, \d\d:\d\d/);
});

test('after one visit every address opens without the proxy, with the home and its age, and a sign-out there deletes it', async ({
  page,
  home
}) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('body')?.innerText.includes('Works offline') !== true) return;
      observer.disconnect();
      void navigator.serviceWorker.getRegistration().then((found) => {
        Reflect.set(globalThis, 'wasActive', found?.active !== null);
      });
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  await enterDemoHome(page);
  await page.goto('/settings');
  await expect(page.getByText('Works offline')).toBeVisible();
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'wasActive'))).toBe(true);
  await page.goto('/');
  await untilLive(page);

  await home.stop();
  for (const [address, heading] of [
    ['/rooms/11', 'Living room'],
    ['/now/lights', 'Lights'],
    ['/devices', 'Devices'],
    ['/search', 'Search'],
    ['/no/such/page', 'Mantel'],
    ['/', 'Demo home']
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await expect(linkState(page)).toHaveText('Offline', { timeout: 20_000 });
  const chips = page.locator('.chips').first();
  const said = await chips.getByRole('link').allTextContents();
  expect(said.filter((text) => / at \d\d:\d\d\s*$/.test(text))).toHaveLength(said.length);
  await expect(chips.locator('[data-tone="neutral"]')).toHaveCount(await chips.getByRole('link').count());
  await expect(chips.locator('.quiet svg')).toHaveCount(0);
  await page.goto('/devices/24');
  await expect(page.getByRole('dialog')).toBeVisible();

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

test('a tapped notice says what, where and when without the proxy', async ({ page, home }) => {
  await enterDemoHome(page);
  await waitForAppCache(page);
  await page.goto('/now/alarms?kind=fire&room=Kitchen');
  await expect(page.getByText('warning sensors unknown')).toBeVisible();
  await expect(page.getByText('As the message told it')).toHaveCount(0);
  await home.stop();
  const at = new Date(2026, 10, 22, 18, 56).getTime();
  await page.goto(`/now/alarms?tag=a1&kind=smoke&room=Kitchen&at=${at}&over=x`);
  await expect(page.getByText('Smoke · Kitchen')).toBeVisible();
  await expect(page.getByText(/As the message told it · since .*:56/)).toBeVisible();
  await expect(page.getByText('An alarm may stand')).toBeVisible();
  await expect(page.getByText('warning sensors unknown')).toHaveCount(0);
});
