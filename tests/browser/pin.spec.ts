import type { Page } from '@playwright/test';
import { enterDemoHome, openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { signInByAddress, test as withController } from './harness/controller';
import { expect, test } from './harness/test';

const PIN = '4711';

/** Enters a PIN on the number pad, by touch. */
async function press(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** Sets the PIN of a tablet in its settings. */
async function setPin(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a PIN' });
  await press(page, PIN);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByLabel('Repeat the new PIN')).toBeVisible();
  await press(page, PIN);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('a tablet with a PIN controls the home, and asks before it changes anything', async ({ page }) => {
  await enterDemoHome(page);
  await setPin(page);
  await page.getByRole('button', { name: 'Lock now' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Enter the PIN' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(0);
  await press(page, '0000');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Wrong PIN. Try again.').first()).toBeVisible();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('');

  // A keyboard types into the field.
  await page.getByLabel('PIN', { exact: true }).focus();
  await page.keyboard.type(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();

  // A reload asks again. The home itself needs no PIN, and a change of the layout does.
  await page.goto('/');
  await expect(linkState(page)).toHaveText('Live');
  await openRoom(page, 'Living room');
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await lamp.click();
  await expect(lamp).toBeChecked();
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await page.getByRole('dialog', { name: 'Floor lamp' }).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the PIN' })).toBeVisible();
  await press(page, PIN);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
});

test('a tablet with a PIN says without the server that its settings need it', async ({ page, home }) => {
  await enterDemoHome(page);
  await setPin(page);
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the PIN' })).toBeVisible();
  await home.stop();
  await expect(page.getByText('This needs the Mantel server.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
});

withController(
  'a phone that manages the home removes the PIN of a tablet, whose settings then open without it',
  async ({ page: phone, second, controller: _ }) => {
    // The first phone that signs in manages the home; nobody manages the demo home.
    await signInByAddress(phone);
    const tablet = await second.newPage();
    await signInByAddress(tablet);
    await setPin(tablet);
    await tablet.getByRole('button', { name: 'Lock now' }).click();
    await expect(tablet.getByRole('heading', { level: 1, name: 'Enter the PIN' })).toBeVisible();

    await phone.goto('/settings');
    const withPin = phone.getByRole('listitem').filter({ hasText: 'Has a PIN' });
    await withPin.getByRole('button', { name: /^Edit / }).click();
    await phone.getByRole('button', { name: /^Remove the PIN of / }).click();
    await expect(phone.getByText(/^The PIN of “.+” is removed$/)).toBeVisible();
    await expect(withPin).toHaveCount(0);

    await expect(tablet.getByRole('button', { name: 'Set a PIN' })).toBeVisible();
    await expect(tablet.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  }
);
