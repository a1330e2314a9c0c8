import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { openHomeByAddress, test, waitForAppCache } from './harness/controller';
import { linkState } from './harness/link-state';
import { enterGuest } from './harness/pair-browser';
import { allStoredData } from './harness/stored-data';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

/** Timeout for a screen that comes back without a touch. */
const BY_ITSELF = { timeout: 12_000 };

const lockedTitle = (page: Page) => page.getByText('Your controller no longer accepts this sign-in');

/** Signs in again on a locked screen, whose user name is filled in. */
async function signInAgain(page: Page, password: string): Promise<void> {
  await expect(page.getByLabel('User name', { exact: true })).toHaveValue('demo');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.use({ hasServiceWorker: true });

test('after a change of the password a screen neither shows nor stores the home, on any page', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await waitForAppCache(page);
  await openRoom(page, 'Living room');
  await expect.poll(() => allStoredData(page)).toContain('Kitchen');
  controller.changePassword('new');

  await expect(lockedTitle(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Living room')).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Floor lamp' })).toHaveCount(0);
  await expect.poll(() => allStoredData(page)).not.toMatch(/Kitchen|Floor lamp/);
  expect(await findDefects(page)).toEqual([]);
  for (const path of ['/devices/21', '/settings', '/now/lights']) {
    await page.goto(path);
    await expect(lockedTitle(page), path).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the owner signs in with the new password and lets tablets back in one by one: each is live again without a touch', async ({
  page,
  second,
  openBrowser,
  controller,
  home
}) => {
  await openHomeByAddress(page);
  const tablet = await enterGuest(page, second, home);
  const hall = await enterGuest(page, await openBrowser(), home);
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Edit Guest' })).toHaveCount(2);
  controller.changePassword('new');
  for (const screen of [page, tablet, hall])
    await expect(lockedTitle(screen)).toBeVisible({ timeout: 30_000 });

  await signInAgain(page, 'demo');
  await expect(page.getByRole('alert')).toContainText('Wrong user name or password');
  await signInAgain(page, 'new');
  const sheet = page.getByRole('dialog', { name: '2 more phones and tablets were signed out' });
  await expect(sheet).toContainText('Let in by Phone');
  await expect(lockedTitle(tablet)).toBeVisible();
  expect(await findDefects(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Choose' }).click();
  await expect(sheet.getByRole('button', { name: 'Let these back in' })).toBeDisabled();
  await sheet.getByRole('switch', { name: 'Guest' }).first().click();
  await sheet.getByRole('button', { name: 'Let these back in' }).click();
  await expect(page.getByText('1 phone or tablet is back in')).toBeVisible();
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
  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
