import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enterDemoHome, openRoom } from './demo-home';
import { expect, test } from './harness/test';
import { findDefects } from './harness/view-checks';

const lamps = (page: Page) => page.getByRole('list', { name: 'Lights' }).getByRole('listitem');

test('devices have the household’s order: by keyboard, by pointer, on every screen, reset, and restored from a file', async ({
  page,
  second
}) => {
  await enterDemoHome(page);
  await openRoom(page, 'Living room');
  await page.getByRole('link', { name: 'Reorder devices' }).click();
  await expect(lamps(page)).toHaveText(['Floor lamp', 'Ceiling lights', 'Shelf lights']);

  const down = page.getByRole('button', { name: 'Move Floor lamp down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(lamps(page)).toHaveText(['Ceiling lights', 'Floor lamp', 'Shelf lights']);
  await expect(down, 'the focus goes along').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lamps(page)).toHaveText(['Ceiling lights', 'Shelf lights', 'Floor lamp']);
  await expect(page.getByRole('button', { name: 'Move Floor lamp up' }), 'at the end').toBeFocused();

  const grip = await lamps(page).nth(1).locator('.grip').boundingBox();
  const x = (grip?.x ?? 0) + 22;
  const y = (grip?.y ?? 0) + 22;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 4 });
  await page.mouse.up();
  await expect(lamps(page)).toHaveText(['Shelf lights', 'Ceiling lights', 'Floor lamp']);
  expect(await findDefects(page)).toEqual([]);

  const other = await second.newPage();
  await enterDemoHome(other);
  await openRoom(other, 'Living room');
  const switches = other.getByRole('switch', { name: /lamp|lights/ });
  const names = () => switches.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  await expect.poll(names).toEqual(['Shelf lights', 'Ceiling lights', 'Floor lamp']);

  await page.getByRole('link', { name: 'Settings' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this layout' }).click();
  const file = await (await saving).path();
  expect(await readFile(file, 'utf8')).toContain('"order"');
  await page.goto('/rooms/11/order');
  await page.getByRole('button', { name: 'Reset to controller order' }).click();
  await expect.poll(names).toEqual(['Floor lamp', 'Ceiling lights', 'Shelf lights']);
  await page.getByRole('link', { name: 'Settings' }).click();
  const layout = page.locator('input[type=file]');
  const bad = { name: 'layout.json', mimeType: 'application/json', buffer: Buffer.from('{"favourites":[]}') };
  await layout.setInputFiles(bad);
  await expect(page.getByRole('alert')).toContainText('That isn’t a Mantel file');
  await layout.setInputFiles(file);
  await expect(page.getByText('Layout restored')).toBeVisible();
  await expect.poll(names).toEqual(['Shelf lights', 'Ceiling lights', 'Floor lamp']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Floor lamp', 'Ceiling lights', 'Shelf lights']);
});
