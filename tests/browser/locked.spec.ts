import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { openHomeByAddress, test, waitForAppCache } from './harness/controller';
import { allStoredData } from './harness/stored-data';
import { enterGuest } from './harness/pair-browser';
import { findDefects } from './harness/view-checks';
import { expect } from './harness/test';
import { openWithoutApp, snapshot, stored } from './home-snapshot';

/** Timeout for a screen that comes back without a touch. */
const BY_ITSELF = { timeout: 12_000 };

const lockedTitle = (page: Page) => page.getByText('Your controller no longer accepts this sign-in');

/** Signs in again on a locked screen, whose user name is filled in. */
async function signInAgain(page: Page, password: string): Promise<void> {
  await expect(page.getByLabel('User name', { exact: true })).toHaveValue('demo');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.beforeEach(({ page }) => openHomeByAddress(page));

test('a tap in the snapshot of a screen that has been locked leads to no room', async ({
  page,
  controller
}) => {
  await expect.poll(() => stored(page)).toContain('Living room');
  await page.goto('about:blank');
  controller.changePassword('new');
  const start = await openWithoutApp(page);
  await snapshot(page).getByRole('link', { name: 'Living room', exact: true }).click();
  start();
  await expect(lockedTitle(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Living room')).toHaveCount(0);
  await expect.poll(() => stored(page)).toBeNull();
});

test.describe('with a service worker', () => {
  test.use({ hasServiceWorker: true });

  test('after a change of the password a screen neither shows nor stores the home, offline or on any page', async ({
    page,
    controller,
    home
  }) => {
    await waitForAppCache(page);
    await openRoom(page, 'Living room');
    await expect.poll(() => allStoredData(page)).toContain('Kitchen');
    controller.changePassword('new');

    await expect(lockedTitle(page)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Living room')).toHaveCount(0);
    await expect(page.getByRole('switch', { name: 'Floor lamp' })).toHaveCount(0);
    await expect.poll(() => allStoredData(page)).not.toMatch(/Kitchen|Floor lamp/);
    expect(await findDefects(page)).toEqual([]);
    for (const path of ['/', '/devices/21', '/settings', '/search', '/now/lights']) {
      await page.goto(path);
      await expect(lockedTitle(page), path).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }

    await home.stop();
    await page.goto('/rooms/11');
    await expect(lockedTitle(page)).toBeVisible();
    await expect(page.getByText('Living room')).toHaveCount(0);
  });
});

test('the owner signs in with the new password and unlocks the tablet with one tap: it is live again without a touch', async ({
  page,
  second,
  controller,
  home
}) => {
  const tablet = await enterGuest(page, second, home);
  controller.changePassword('new');
  for (const screen of [page, tablet]) await expect(lockedTitle(screen)).toBeVisible({ timeout: 30_000 });

  await signInAgain(page, 'demo');
  await expect(page.getByRole('alert')).toContainText('Wrong user name or password');
  await signInAgain(page, 'new');
  await expect(linkState(page)).toHaveText('Live');
  const sheet = page.getByRole('dialog', { name: '1 more phone or tablet was signed out' });
  await expect(sheet).toContainText('Guest');
  await expect(sheet).toContainText('Let in by Phone');
  await expect(lockedTitle(tablet)).toBeVisible();
  expect(await findDefects(page)).toEqual([]);

  await sheet.getByRole('button', { name: 'Let it back in' }).click();
  await expect(page.getByText('1 phone or tablet is back in')).toBeVisible();
  await expect(linkState(tablet)).toHaveText('Live', BY_ITSELF);
  await expect(tablet.getByRole('link', { name: /^Living room/ })).toBeVisible();
  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('of two locked screens one can be selected, and the other is unlocked from the settings', async ({
  page,
  second,
  openBrowser,
  controller,
  home
}) => {
  const tablet = await enterGuest(page, second, home);
  const third = await openBrowser();
  const hall = await enterGuest(page, third, home);
  await page.goto('/settings');
  const rows = page.getByRole('button', { name: 'Edit Guest' });
  await expect(rows).toHaveCount(2);
  controller.changePassword('new');
  for (const screen of [page, tablet, hall])
    await expect(lockedTitle(screen)).toBeVisible({ timeout: 30_000 });

  await signInAgain(page, 'new');
  const sheet = page.getByRole('dialog', { name: '2 more phones and tablets were signed out' });
  await sheet.getByRole('button', { name: 'Choose' }).click();
  await expect(sheet.getByRole('button', { name: 'Let these back in' })).toBeDisabled();
  await sheet.getByRole('switch', { name: 'Guest' }).first().click();
  await sheet.getByRole('button', { name: 'Let these back in' }).click();
  await expect(sheet).toHaveCount(0);
  const isBack = () =>
    Promise.all([tablet, hall].map(async (screen) => (await linkState(screen).textContent()) ?? '')).then(
      (states) => states.filter((state) => state.includes('Live')).length
    );
  await expect.poll(isBack, BY_ITSELF).toBe(1);

  // Which of the two was selected depends on which was seen last.
  await page.getByRole('button', { name: /^Let Guest( \(2\))? back in$/ }).click();
  await expect.poll(isBack, BY_ITSELF).toBe(2);
  await expect(page.getByText('Locked')).toHaveCount(0);
});
