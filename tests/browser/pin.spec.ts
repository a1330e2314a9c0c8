import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { openHomeByAddress, signInByAddress, test } from './harness/controller';
import { untilLive } from './harness/link-state';
import { expect } from './harness/test';

const PIN = '4711';

/** Enters a PIN on the number pad, by touch. */
async function press(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** Sets the PIN of a tablet in its settings. */
async function setPin(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByText('PIN for this tablet').click();
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a PIN' });
  await press(page, PIN);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByLabel('Repeat the new PIN')).toBeVisible();
  await press(page, PIN);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

const question = (page: Page) => page.getByRole('heading', { level: 1, name: 'Enter the PIN' });

test('a tablet with a PIN controls the home, asks before it changes anything, and says without the server that its settings need it', async ({
  page: phone,
  second,
  home,
  controller: _
}) => {
  // The first phone that signs in manages the home; nobody manages the demo home.
  await signInByAddress(phone);
  const tablet = await second.newPage();
  await openHomeByAddress(tablet, home.url);
  await setPin(tablet);
  await tablet.getByText('PIN for this tablet').click();
  await tablet.getByRole('button', { name: 'Lock now' }).click();

  await test.step('the settings ask, and take no wrong PIN', async () => {
    await expect(question(tablet)).toBeVisible();
    await expect(tablet.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(0);
    await press(tablet, '0000');
    await tablet.getByRole('button', { name: 'Unlock' }).click();
    await expect(tablet.getByText('Wrong PIN. Try again.').first()).toBeVisible();
    await expect(tablet.getByLabel('PIN', { exact: true })).toHaveValue('');
    // A keyboard types into the field.
    await tablet.getByLabel('PIN', { exact: true }).focus();
    await tablet.keyboard.type(PIN);
    await tablet.keyboard.press('Enter');
    await expect(tablet.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  });

  await test.step('after a reload the home needs no PIN, and a change of the layout does', async () => {
    await tablet.goto('/');
    await untilLive(tablet);
    await openRoom(tablet, 'Living room');
    const lamp = tablet.getByRole('switch', { name: 'Floor lamp' });
    await lamp.click();
    await expect(lamp).toBeChecked();
    await tablet.getByRole('button', { name: 'Details of Floor lamp' }).click();
    await tablet.getByRole('dialog', { name: 'Floor lamp' }).getByRole('button', { name: 'Edit' }).click();
    await expect(question(tablet)).toBeVisible();
    await press(tablet, PIN);
    await tablet.getByRole('button', { name: 'Unlock' }).click();
    await expect(tablet.getByRole('dialog').getByLabel('Name')).toBeVisible();
  });

  await test.step('without the server its settings say that they need it', async () => {
    await tablet.goto('/settings');
    await expect(question(tablet)).toBeVisible();
    await home.stop();
    await expect(tablet.getByText('This needs the Mantel server.')).toBeVisible();
    await expect(tablet.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
    await home.start();
  });

  await test.step('a phone that manages the home removes it, and the settings open without it', async () => {
    await phone.goto('/settings');
    const withPin = phone.getByRole('listitem').filter({ hasText: 'Has a PIN' });
    await withPin.getByRole('button', { name: /^Edit / }).click();
    await phone.getByRole('button', { name: /^Remove the PIN of / }).click();
    const asked = phone.getByRole('dialog', { name: 'Your password' });
    await asked.getByLabel('Password of demo').fill('demo');
    await asked.getByRole('button', { name: 'Continue' }).click();
    await expect(phone.getByText(/^The PIN of “.+” is removed$/)).toBeVisible();
    await expect(withPin).toHaveCount(0);
    await expect(tablet.getByText('Not set', { exact: true })).toBeVisible();
    await expect(tablet.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  });
});
