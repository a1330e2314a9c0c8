import { linkState } from './harness/link-state';
import { test } from './harness/controller';
import { expect } from './harness/test';

test('a controller that no search finds is signed in to by its address', async ({ page }) => {
  await page.goto('/connect');
  await page.getByRole('textbox', { name: 'Controller address' }).fill('127.0.0.1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('User name', { exact: true }).fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  const name = page.getByLabel('Name this phone or tablet', { exact: true });
  await expect(name).toHaveValue('');
  const kind = (await name.getAttribute('placeholder')) ?? '';
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(linkState(page)).toHaveText('Live');
  await page.goto('/settings');
  await expect(
    page.getByRole('button', { name: `Edit ${kind}` }),
    'without a name it has its kind'
  ).toBeVisible();
});
