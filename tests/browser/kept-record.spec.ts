import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

test('a managing screen is asked once for a record, changes it in the settings, and reads a day before', async ({
  page
}) => {
  await openHomeByAddress(page);
  const keep = page.getByRole('switch', { name: 'Keep a record' });
  await page.goto('/now/activity');
  await page.getByRole('button', { name: 'Keep a record' }).click();
  await expect(page.getByText('Keep a record of this home?')).toBeHidden();
  const show = page.getByRole('button', { name: /^Show / });
  await show.click();
  await expect(show, 'the record begins today').toBeHidden();
  expect(await findDefects(page)).toEqual([]);
  await page.goto('/settings');
  await expect(keep).toBeChecked();
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget everything' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await keep.click();
  await expect(keep).not.toBeChecked();
  await page.goto('/now/activity');
  await expect(page.getByRole('button', { name: 'Doors' })).toBeVisible();
  await expect(page.getByText('Keep a record of this home?')).toBeHidden();
});
