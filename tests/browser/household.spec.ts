import type { Locator, Page } from '@playwright/test';
import { linkState } from './harness/link-state';
import { openHomeByAddress, test, waitForAppCache } from './harness/controller';
import { enterGuest } from './harness/pair-browser';
import { findDefects } from './harness/view-checks';
import type { Program } from '../../tools/support/program';
import { expect } from './harness/test';

const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const manages = (page: Page) => page.getByRole('switch', { name: 'Manages this home' });

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
    await next.goto('/settings');
    await expect(next.getByText('To add or move a controller, ask someone who manages')).toBeVisible();
    await expect(next.getByRole('button', { name: 'Add a controller' })).toBeHidden();
    await expect(next.getByRole('button', { name: 'Recent activity' })).toBeHidden();
    await expect(
      next.getByRole('button', { name: 'Save this layout' }),
      'the layout is its own'
    ).toBeVisible();
    await expect(next.getByRole('button', { name: 'Edit Phone' })).toBeHidden();
    await next.getByRole('button', { name: 'Add a phone or tablet' }).click();
    await expect(next.getByRole('button', { name: 'Show the code' })).toBeVisible();
    await expect(manages(next)).toBeHidden();
    await next.goto('/settings/activity');
    await expect(next.getByText('Only managers can see this')).toBeVisible();

    await page.goto('/settings');
    await expect(page.getByRole('button', { name: 'Edit Guest' })).toBeVisible();
    await forgetPassword(page, home);
    await page.getByRole('button', { name: 'Edit Guest' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Kitchen tablet');
    await manages(page).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const asked = sheetOf(page, 'Enter your password again');
    await expect(asked).toBeVisible();
    expect(await findDefects(page)).toEqual([]);
    await asked.getByLabel('Password of demo').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(asked.getByRole('alert')).toContainText('Wrong user name or password');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Name', { exact: true }), 'nothing else is lost').toHaveValue(
      'Kitchen tablet'
    );
    await expect(manages(page)).toBeChecked();

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await asked.getByLabel('Password of demo').fill('demo');
    await asked.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const row = page.getByRole('listitem').filter({ hasText: 'Kitchen tablet' });
    await expect(row).toContainText('Manages this home');
    await next.goto('/settings');
    await expect(next.getByRole('button', { name: 'Add a controller' }), 'rights hold at once').toBeVisible();

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, sign out' }).click();
    await expect(page.getByText('Signed out everywhere else'), 'and nobody asks twice').toBeVisible();
  });

  test('a pairing grants the right to manage only after the password; without the right the code appears at once', async ({
    page,
    home
  }) => {
    await forgetPassword(page, home);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Add a phone or tablet' }).click();
    await expect(manages(page)).not.toBeChecked();
    await manages(page).click();
    await page.getByRole('button', { name: 'Show the code' }).click();
    const asked = sheetOf(page, 'Enter your password again');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await manages(page).click();
    await page.getByRole('button', { name: 'Show the code' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  });
});

test('a long list of screens is folded, below the button that adds one', async ({ page, home }) => {
  const body = { address: '127.0.0.1', username: 'demo', password: 'demo', kindOfScreen: 'Android phone' };
  const headers = { origin: home.url, 'content-type': 'application/json' };
  for (let count = 0; count < 4; count++)
    await fetch(`${home.url}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify(body) });
  await page.goto('/settings');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Edit / }) });
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'Show all 5' }).click();
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: 'Android phone 4' })).toHaveCount(1);
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  expect(await topOf(page.getByRole('button', { name: 'Add a phone or tablet' }))).toBeLessThan(
    await topOf(rows.first())
  );
  expect(await findDefects(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect(rows).toHaveCount(4);
});

test('screens that a screen paired end with it, and the list shows who paired whom', async ({
  page,
  second,
  openBrowser,
  home
}) => {
  const next = await enterGuest(page, second, home);
  const third = await openBrowser();
  const last = await enterGuest(next, third, home);
  await page.goto('/settings');
  for (const name of ['Phone', 'Guest', 'Guest (2)']) await page.getByText(name, { exact: true }).click();
  await expect(page.getByText(/^Signed in with (the password|a setup code) · /)).toBeVisible();
  await expect(page.getByText(/^Let in by Phone · /)).toBeVisible();
  await expect(page.getByText(/^Let in by Guest · /)).toBeVisible();

  const host = page.getByRole('listitem').filter({ hasText: 'Let in by Phone' });
  await host.getByRole('button', { name: 'Sign out Guest' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('It let in 1 other phone or tablet.');
  expect(await findDefects(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out this one and 1 more' }).click();
  for (const ended of [next, last])
    await expect(ended.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);
});

test('screens that manage the home see a new pairing on the home page until they dismiss it, and in the settings', async ({
  page,
  second,
  openBrowser,
  home
}) => {
  const guest = await enterGuest(page, second, home);
  await expect(page.getByRole('region', { name: 'Recent activity' }), 'its own doing').toBeHidden();
  const before = await page.getByRole('link', { name: /^Living room/ }).boundingBox();

  const third = await openBrowser();
  const last = await enterGuest(guest, third, home);
  const notice = page.getByRole('region', { name: 'Recent activity' });
  await expect(notice).toContainText('Guest was let in by Guest');
  expect(await page.getByRole('link', { name: /^Living room/ }).boundingBox(), 'nothing moves').toEqual(
    before
  );
  expect(await findDefects(page)).toEqual([]);
  await page.reload();
  await expect(notice, 'until it is seen').toContainText('Guest was let in by Guest');
  await expect(guest.getByRole('region', { name: 'Recent activity' })).toHaveCount(0);

  await notice.getByRole('button', { name: 'Sign out Guest' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(last.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Sign out Guest' })).toHaveCount(0);
  await notice.getByRole('button', { name: 'Got it' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  await expect(notice).toHaveCount(0);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Recent activity' }).click();
  await expect(page.getByText('Guest was let in by Guest')).toBeVisible();
  await expect(page.getByText('Guest was let in by Phone')).toBeVisible();
  expect(await findDefects(page)).toEqual([]);
});
