import { enterDemoHome, openRoom } from './demo-home';
import { expect, test } from './harness/test';

test.use({ isShared: true });

test.beforeEach(async ({ page }) => {
  await enterDemoHome(page);
});

test('a sheet opens over its room with its own address, and Back closes it', async ({ page }) => {
  await openRoom(page, 'Living room');
  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();

  await expect(page.getByRole('dialog', { name: 'Floor lamp' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/devices/21');
  await expect(
    page.getByRole('switch', { name: 'Floor lamp' }),
    'one, for the room lies beneath'
  ).toHaveCount(1);

  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();
});

test('a link to a device opens its sheet over its room, and closing it leaves the room open', async ({
  page
}) => {
  await page.goto('/devices/26');
  const sheet = page.getByRole('dialog', { name: 'Garden window' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
});

test('a sheet is opened, used and closed by keyboard, and the focus returns', async ({ page }) => {
  await openRoom(page, 'Living room');
  const lamp = page.getByRole('switch', { name: 'Floor lamp' });
  await lamp.focus();
  await page.keyboard.press('Enter');
  await expect(lamp).toBeChecked();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('dialog', { name: 'Floor lamp' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(lamp).toBeFocused();
});

test('a sheet that opens by touch or by a link shows no focus ring; one that opens by keyboard does', async ({
  page
}) => {
  await openRoom(page, 'Living room');
  const done = page.getByRole('dialog').getByRole('button', { name: 'Done' });
  const ringed = page.locator(':focus-visible:not(dialog)');

  await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
  await expect(page.getByRole('dialog', { name: 'Floor lamp' })).toBeFocused();
  await expect(ringed).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Favourite' }), 'the first stop from there').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Details of Floor lamp' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(done).toBeFocused();
  await expect(ringed).toHaveCount(1);

  await page.goto('/devices/21');
  await expect(page.getByRole('dialog', { name: 'Floor lamp' })).toBeFocused();
  await expect(ringed).toHaveCount(0);
});

test('Back leads from the form of a device to its sheet, and from that of a room to the room', async ({
  page
}) => {
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
});

test('a link to the form of a device or a room opens it, and closing it leaves the page below', async ({
  page
}) => {
  await page.goto('/devices/21/look');
  const sheet = page.getByRole('dialog', { name: 'Floor lamp' });
  await sheet.getByRole('button', { name: 'Back' }).click();
  await expect(sheet.getByRole('switch', { name: 'Floor lamp' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/devices/21');

  await page.goto('/rooms/11/look');
  await page.getByRole('dialog', { name: 'Living room' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
});

test('the address of an unknown device says so', async ({ page }) => {
  await page.goto('/devices/99999');
  await expect(page.getByRole('dialog', { name: 'Device not found' })).toBeVisible();
});

test('a room shows neither a hidden device nor a multichannel root', async ({ page }) => {
  await openRoom(page, 'Kitchen');
  await expect(page.getByRole('group', { name: 'Extractor light' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Double switch' })).toHaveCount(0);
});

test('a sheet at rest has no transform, with which WebKit would not paint what it grows by', async ({
  page
}) => {
  await page.goto('/devices/26');
  await expect(page.getByRole('dialog', { name: 'Garden window' })).toBeVisible();
  await expect(page.locator('.sheet-panel')).toHaveCSS('transform', 'none');
});
