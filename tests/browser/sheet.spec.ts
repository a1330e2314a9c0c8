import { enterDemoHome, openRoom } from './demo-home';
import { expect, test } from './harness/test';

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

test('a link to a device opens its sheet over its room, and closing it leaves the room', async ({ page }) => {
  await page.goto('/devices/26');
  const sheet = page.getByRole('dialog', { name: 'Garden window' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/rooms/11');
});

test('a sheet is opened, used and closed by keyboard alone, and the focus comes back', async ({ page }) => {
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

test('a device that is not there says so', async ({ page }) => {
  await page.goto('/devices/99999');
  await expect(page.getByRole('dialog', { name: 'This device is no longer there' })).toBeVisible();
});

test('a hidden device and a multichannel root are not shown in their room', async ({ page }) => {
  await openRoom(page, 'Kitchen');
  await expect(page.getByRole('group', { name: 'Extractor light' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Double switch' })).toHaveCount(0);
});
