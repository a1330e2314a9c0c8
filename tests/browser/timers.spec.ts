import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

test.use({ isShared: true });

test('a timer is set in a sheet, counts down on the tile of every screen, and is cancelled by one tap', async ({
  page,
  browser,
  controller
}) => {
  await openHomeByAddress(page);
  const origin = new URL(page.url()).origin;
  const context = await browser.newContext();
  const other = await context.newPage();
  await openHomeByAddress(other, origin);
  await other.goto(`${origin}/rooms/11`);
  await page.goto('/devices/24');
  await page.getByRole('button', { name: 'Off later' }).click();
  await page.getByRole('radiogroup', { name: 'When' }).getByText('15 min').click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  for (const screen of [page, other])
    await expect(screen.getByText(/^(.+ · )?Off in 15 min/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel timer' }).click();
  await expect(page.getByRole('button', { name: 'Off later' })).toBeVisible();
  await expect(other.getByText(/Off in/)).toHaveCount(0);
  expect(controller.commandsReceived()).toEqual([]);
  await context.close();
});

test('the list of what happened agrees with the commands that the controller received', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Living room');
  await page.getByRole('switch', { name: 'Lights in Living room' }).click();
  await expect(page.getByText('2 of 2 done', { exact: true })).toBeVisible();
  controller.setDevice(24, { params: { Status: true, Level: 30 } });
  await page.goto('/');
  await page.getByRole('link', { name: 'What happened' }).click();
  await expect(page).toHaveURL(/\/now\/activity$/);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'Living room: lights off' })).toContainText('Done');
  // The lamp that is reported off gets its command too, and nothing is said of it.
  expect(controller.commandsReceived()).toHaveLength(3);
});
