import type { Locator, Page } from '@playwright/test';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

test.use({ isShared: true });

const scenes = (page: Page): Locator => page.getByRole('group', { name: 'Scenes' });
const run = (page: Page, name: string): Locator => scenes(page).getByRole('button', { name, exact: true });

test('a scene is taken from a room as it is, changed by hand, run by one tap, and undone', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await page.getByRole('button', { name: 'New scene' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reading');
  await page.getByText('Living room', { exact: true }).click();
  await page.getByRole('button', { name: 'As it is now: Living room' }).click();
  const picture = controller.commandsReceived().length;
  const lamp = page.getByRole('slider', { name: /lights in this scene$/ }).first();
  await lamp.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(run(page, 'Reading')).toHaveAccessibleDescription(/^\d+ of \d+$/);
  expect(controller.commandsReceived()).toHaveLength(picture);

  await run(page, 'Reading').click();
  const ask = page.getByRole('button', { name: 'Run it' });
  const report = page.getByRole('region', { name: 'Reading' });
  await expect(ask.or(report).first()).toBeVisible();
  if (await ask.isVisible()) await ask.click();
  await expect(run(page, 'Reading')).toHaveAccessibleDescription('As set', { timeout: 20_000 });
  const received = controller.commandsReceived();
  expect(received.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(run(page, 'Reading')).toHaveAccessibleDescription(/^\d+ of \d+$/);
});

test('an offered scene is kept only once it is saved, and one that covers two floors asks before it runs', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await page.getByRole('button', { name: 'New scene' }).click();
  await page.getByRole('button', { name: 'Leaving' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Leaving');
  await page.getByRole('button', { name: 'Save' }).click();
  await run(page, 'Leaving').click();
  await expect(page.getByRole('alertdialog', { name: 'Run Leaving?' })).toBeVisible();
  expect(controller.commandsReceived()).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(controller.commandsReceived()).toEqual([]);
});

test('a link to a scene asks, and runs nothing by itself', async ({ page, controller }) => {
  await openHomeByAddress(page);
  await page.getByRole('button', { name: 'New scene' }).click();
  await page.getByRole('button', { name: 'Evening' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const href = await scenes(page).getByRole('link', { name: 'Edit Evening' }).getAttribute('href');
  await page.goto(`${href ?? ''}?run`);
  await expect(page.getByRole('alertdialog', { name: 'Run Evening?' })).toBeVisible();
  expect(controller.commandsReceived()).toEqual([]);
  await page.getByRole('button', { name: 'Run it' }).click();
  // One of its lamps does not respond.
  await expect(run(page, 'Evening')).toHaveAccessibleDescription('10 of 11', { timeout: 20_000 });
  expect(controller.commandsReceived().length).toBeGreaterThan(0);
});
