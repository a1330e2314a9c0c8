import { countTouches } from './harness/count-touches';
import { expect, test } from './harness/test';

test('a cold browser switches on a lamp within five touches', async ({ page }) => {
  const touches = await countTouches(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Demo home' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Living room/ }).click();
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamp).not.toBeChecked();
  await lamp.click();

  await expect(lamp).toBeChecked();
  await expect(page.getByRole('group', { name: 'Floor lamp' })).toHaveText(/On\s*$/);
  expect(touches()).toBeLessThanOrEqual(5);
});
