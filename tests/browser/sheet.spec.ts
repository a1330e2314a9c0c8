import { enterDemoHome, openRoom } from './demo-home';
import { expect, test } from './harness/test';

test.use({ isShared: true });

test.beforeEach(({ page }) => enterDemoHome(page));

test('a sheet opens over its room with its own address, by touch and by a link', async ({ page }) => {
  await openRoom(page, 'Living room');
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await expect(page.getByRole('dialog', { name: 'Floor lamp' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/devices/21');
  const lamps = page.getByRole('switch', { name: 'Floor lamp' });
  await expect(lamps, 'one, for the room lies beneath').toHaveCount(1);
  // With a transform WebKit would not paint what it grows by.
  await expect(page.locator('.sheet-panel')).toHaveCSS('transform', 'none');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();

  await page.goto('/devices/99999');
  await expect(page.getByRole('dialog', { name: 'Device not found' })).toBeVisible();
  await page.goto('/devices/26');
  const sheet = page.getByRole('dialog', { name: 'Garden window' });
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
});

test('the focus returns from a sheet, with a ring only if a keyboard opened it', async ({ page }) => {
  await openRoom(page, 'Living room');
  const dialog = page.getByRole('dialog', { name: 'Floor lamp' });
  const details = page.getByRole('button', { name: 'Details of Floor lamp' });
  const ringed = page.locator(':focus-visible:not(dialog)');
  await details.click();
  await expect(dialog).toBeFocused();
  await expect(ringed).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Favourite' }), 'the first stop from there').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await expect(ringed).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await lamp.focus();
  await page.keyboard.press('Shift+Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lamp).toBeFocused();

  await page.goto('/devices/21');
  await expect(dialog).toBeFocused();
  await expect(ringed).toHaveCount(0);
});

test('a form has an address of its own, and Back leads where it began', async ({ page }) => {
  await openRoom(page, 'Living room');
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  const sheet = page.getByRole('dialog', { name: 'Floor lamp' });
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/devices/21/look');

  await page.goBack();
  await expect(sheet.getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.goForward();
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect(sheet.getByRole('switch', { name: 'Floor lamp' })).toBeVisible();
  await page.goForward();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog'), 'Done is done with all of it').toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/rooms/11');

  await page.getByRole('button', { name: 'Edit Living room' }).click();
  await expect(page.getByRole('dialog', { name: 'Living room' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/rooms/11/look');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();

  await page.goto('/devices/21/look');
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect(sheet.getByRole('switch', { name: 'Floor lamp' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/devices/21');
  await page.goto('/rooms/11/look');
  await page.getByRole('dialog', { name: 'Living room' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
});
