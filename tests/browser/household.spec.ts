import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startVirtual } from '../../proxy/sources/virtual/start';
import { SETUP_CODE_HEADER } from '../../src/shared/wire';
import type { Program } from '../../tools/support/program';
import { openHomeByAddress, test, waitForAppCache } from './harness/controller';
import { linkState } from './harness/link-state';
import { enterGuest } from './harness/pair-browser';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const manages = (page: Page) => page.getByRole('switch', { name: 'Manages this home' });

/** Signs in a screen of no browser. */
const signIn = ({ url }: Program, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  });

/** Expires the recent password check, by a restart of the program. */
async function forgetPassword(page: Page, home: Program): Promise<void> {
  await waitForAppCache(page);
  await home.stop();
  await home.start();
  await expect(linkState(page)).toHaveText('Live', { timeout: 30_000 });
}

test.beforeEach(({ page }) => openHomeByAddress(page));

test.describe('after a restart of the program', () => {
  // A page that fetches a part of the app meanwhile loads itself again, unless a worker has that part.
  test.use({ hasServiceWorker: true });

  test('granting the right to manage requires the password again; a screen without the right manages only itself', async ({
    page,
    second,
    home
  }) => {
    const next = await enterGuest(page, second, home);
    await test.step('a screen without the right', async () => {
      await next.goto('/connect');
      await expect(next.getByText('Ask someone who manages this home')).toBeVisible();
      await expect(next.getByText('Use a setup code')).toBeHidden();
      await next.goto('/settings/activity');
      await expect(next.getByText('Only managers can see this')).toBeVisible();
      await next.goto('/settings');
      await expect(next.getByText('To add or move a controller, ask someone who manages')).toBeVisible();
      for (const name of ['Add a controller', 'Recent activity', 'Edit Phone'])
        await expect(next.getByRole('button', { name })).toBeHidden();
      const save = next.getByRole('button', { name: 'Save this layout' });
      await expect(save, 'the layout is its own').toBeVisible();
      await next.getByRole('button', { name: 'Add a phone or tablet' }).click();
      await expect(next.getByRole('button', { name: 'Show the code' })).toBeVisible();
      await expect(manages(next)).toBeHidden();
    });

    await page.goto('/settings');
    await expect(page.getByRole('button', { name: 'Edit Guest' })).toBeVisible();
    await forgetPassword(page, home);
    const asked = sheetOf(page, 'Enter your password again');
    await test.step('a pairing grants the right to manage only after the password; without the right the code appears at once', async () => {
      await page.getByRole('button', { name: 'Add a phone or tablet' }).click();
      await expect(manages(page)).not.toBeChecked();
      await manages(page).click();
      await page.getByRole('button', { name: 'Show the code' }).click();
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await manages(page).click();
      await page.getByRole('button', { name: 'Show the code' }).click();
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
      await page.getByRole('button', { name: 'Done' }).last().click();
    });

    await test.step('an edit asks, loses nothing by a cancelled question, and asks once', async () => {
      await page.getByRole('button', { name: 'Edit Guest' }).click();
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Kitchen tablet');
      await manages(page).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect(await findDefects(page)).toEqual([]);
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await expect(name).toHaveValue('Kitchen tablet');
      await expect(manages(page)).toBeChecked();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await asked.getByLabel('Password of demo').fill('demo');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const row = page.getByRole('listitem').filter({ hasText: 'Kitchen tablet' });
      await expect(row).toContainText('Manages this home');
      await next.goto('/settings');
      const add = next.getByRole('button', { name: 'Add a controller' });
      await expect(add, 'rights hold at once').toBeVisible();
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, sign out' }).click();
      await expect(page.getByText('Signed out everywhere else'), 'and nobody asks twice').toBeVisible();
    });
  });
});

test('screens that manage the home see a new pairing on the home page until they dismiss it, and in the settings, and end it with what it let in', async ({
  page,
  second,
  openBrowser,
  home
}) => {
  const guest = await enterGuest(page, second, home);
  const notice = page.getByRole('region', { name: 'Recent activity' });
  await expect(notice, 'its own doing').toBeHidden();
  const room = page.getByRole('link', { name: /^Living room/ });
  const before = await room.boundingBox();
  const last = await enterGuest(guest, await openBrowser(), home);
  await expect(notice).toContainText('Guest was let in by Guest');
  expect(await room.boundingBox(), 'nothing moves').toEqual(before);
  expect(await findDefects(page)).toEqual([]);
  await page.reload();
  await expect(notice, 'until it is seen').toContainText('Guest was let in by Guest');
  await expect(guest.getByRole('region', { name: 'Recent activity' })).toHaveCount(0);
  await notice.getByRole('button', { name: 'Got it' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  await expect(notice).toHaveCount(0);

  await page.goto('/settings');
  for (const name of ['Phone', 'Guest', 'Guest (2)']) await page.getByText(name, { exact: true }).click();
  await expect(page.getByText(/^Signed in with (the password|a setup code) · /)).toBeVisible();
  await expect(page.getByText(/^Let in by Guest · /)).toBeVisible();
  const host = page.getByRole('listitem').filter({ hasText: 'Let in by Phone' });
  await host.getByRole('button', { name: 'Sign out Guest' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('It let in 1 other phone or tablet.');
  await page.getByRole('button', { name: 'Sign out this one and 1 more' }).click();
  for (const ended of [guest, last])
    await expect(ended.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);
  await page.getByRole('button', { name: 'Recent activity' }).click();
  await expect(page.getByText('Guest was let in by Guest')).toBeVisible();
  await expect(page.getByText('Guest was let in by Phone')).toBeVisible();
  expect(await findDefects(page)).toEqual([]);
});

test('a managing screen downloads a report of the box, a guest cannot', async ({ page, second, home }) => {
  const report = (on: Page) => on.getByRole('button', { name: 'Download a report' });
  const openAbout = async (on: Page) => {
    await on.goto('/settings');
    await on.getByText('About', { exact: true }).click();
    await expect(on.getByRole('link', { name: 'Open-source licences' })).toBeVisible();
  };
  await openAbout(page);
  const saving = page.waitForEvent('download');
  await report(page).click();
  await expect(page.getByRole('button', { name: 'Making the report…' })).toBeDisabled();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('mantel-report.txt');
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^Report of Mantel [^]*Screen signed in\. /);
  await expect(report(page)).toBeEnabled();
  expect(await findDefects(page)).toEqual([]);
  const guest = await enterGuest(page, second, home);
  await openAbout(guest);
  await expect(report(guest)).toHaveCount(0);
});

test('a long list of screens is folded, below the button that adds one', async ({ page, home }) => {
  const body = { address: '127.0.0.1', username: 'demo', password: 'demo', kindOfScreen: 'Android phone' };
  for (let count = 0; count < 4; count++) await signIn(home, body);
  await page.goto('/settings');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Edit / }) });
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'Show all 5' }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect(rows).toHaveCount(4);
});

test('a managing screen names the account of its own home alone', async ({ page, controller, home }) => {
  const anna = { username: 'anna', password: 'secret' };
  const other = await startVirtual({ isLiving: false, host: '127.0.0.3', port: controller.port, ...anna });
  const code = (await home.run('setup-code')).trim();
  await signIn(home, { address: other.address, ...anna }, { [SETUP_CODE_HEADER]: code });
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Controllers' });
  await expect(card.getByText('Account: demo')).toBeVisible();
  await expect(page.getByText('anna')).toHaveCount(0);
  expect(await findDefects(page)).toEqual([]);
  await other.stop();
});
