import type { Locator, Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import { readSwitchColor } from '../../src/shared/interfaces/switch-color';
import { FULL_RIGHTS } from '../../src/shared/rights';
import { houseOf, roomOf } from '../../tools/support/house';
import { openHomeByAddress, test } from './harness/controller';
import { enterGuest } from './harness/pair-browser';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { at, openWall } from './wall-page';

test.use({ isShared: true });

const scenes = (page: Page): Locator => page.getByRole('group', { name: 'Scenes' });
const run = (page: Page, name: string): Locator => scenes(page).getByRole('button', { name, exact: true });

/** Opens the editor of a new scene from the home. */
async function openNewScene(page: Page): Promise<void> {
  await openHomeByAddress(page);
  await page.getByRole('button', { name: 'New scene' }).click();
}

/** Adds a room as it is now to the scene in the editor. */
async function addRoom(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a room as it is now' }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test('a scene is taken from a room as it is, changed by hand, tried, run by one tap, and undone', async ({
  page,
  controller
}) => {
  await openNewScene(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Reading');
  await addRoom(page, 'Living room');
  const line = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await line('Ceiling lights').click();
  await page.getByRole('slider', { name: 'Ceiling lights in this scene' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  await expect(line('Ceiling lights')).toContainText('10 %');
  await line('Floor lamp').click();
  const floorLamp = page.getByRole('radiogroup', { name: 'Floor lamp in this scene' });
  await floorLamp.getByText('On', { exact: true }).click();
  await line('Shelf lights').click();
  await page.getByRole('button', { name: 'Blue', exact: true }).click();
  await page.getByRole('button', { name: 'Leave out Garden window' }).click();
  await page.getByRole('button', { name: 'Leave out Aquarium' }).click();
  expect(controller.commandsReceived()).toEqual([]);

  const paramsOf = (id: number) => controller.device(id)?.params ?? {};
  const { Level: before } = paramsOf(24);
  const expectItsPicture = async () => {
    await expect.poll(() => [paramsOf(24)['Level'], paramsOf(21)['Status']]).toEqual([10, true]);
    const { Red, Blue } = readSwitchColor(paramsOf(25)).values;
    expect({ Red, Blue }).toEqual({ Red: 0, Blue: 255 });
    const commanded = new Set(controller.commandsReceived().map(({ device }) => device));
    expect([26, 36].filter((id) => commanded.has(id))).toEqual([]);
  };
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => [paramsOf(24)['Level'], paramsOf(21)['Status']]).toEqual([before, false]);
  };
  await page.getByRole('button', { name: 'Try it' }).click();
  await expectItsPicture();
  await undo();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(run(page, 'Reading')).toHaveAccessibleDescription(/^\d+ of \d+$/);
  await run(page, 'Reading').click();
  await expect(run(page, 'Reading')).toHaveAccessibleDescription('As set', { timeout: 20_000 });
  await expectItsPicture();
  await undo();
  await expect(run(page, 'Reading')).toHaveAccessibleDescription(/^\d+ of \d+$/);
});

test('a scene that covers two floors asks before it runs, by its link too', async ({
  page,
  context,
  controller
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openHomeByAddress(page);
  await page.goto('/scenes/new?offer=evening');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Evening');
  await page.getByRole('button', { name: 'Save' }).click();
  await run(page, 'Evening').click();
  const question = page.getByRole('alertdialog', { name: 'Run Evening?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);

  await scenes(page).getByRole('link', { name: 'Edit Evening' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(question).toBeVisible();
  expect(controller.commandsReceived()).toEqual([]);
  await page.getByRole('button', { name: 'Run it' }).click();
  // One of its lamps does not respond.
  await expect(run(page, 'Evening')).toHaveAccessibleDescription('10 of 11', { timeout: 20_000 });
  expect(controller.commandsReceived().length).toBeGreaterThan(0);
});

test('a guest sees and runs the scenes of its rooms alone, and edits none', async ({
  page,
  second,
  home,
  controller
}) => {
  await openHomeByAddress(page);
  const proxy = await proxyOf(page);
  const level = (device: number, to: number) => ({ device, method: 'setLevel', params: { level: to } });
  await proxy.putScene('cooking', 'Cooking', [level(42, 30)]);
  await proxy.putScene('all', 'Everything', [level(42, 10), level(24, 10)]);

  await page.goto('/rooms/12');
  await expect(run(page, 'Cooking')).toBeVisible();
  await expect(run(page, 'Everything')).toHaveCount(0);
  await page.goto('/scenes');
  for (const name of ['Cooking', 'Everything']) await expect(run(page, name)).toBeVisible();

  const guest = await enterGuest(page, second, home, { ...FULL_RIGHTS, rooms: [12] });
  await expect(run(guest, 'Cooking')).toBeVisible();
  await expect(run(guest, 'Everything')).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'New scene' })).toHaveCount(0);
  await expect(guest.getByRole('link', { name: 'Edit Cooking' })).toHaveCount(0);
  await guest.goto(`${home.url}/scenes/all?run`);
  await expect(guest.getByText('This scene is gone')).toBeVisible();

  await guest.goto(`${home.url}/rooms/12`);
  await run(guest, 'Cooking').click();
  await expect(run(guest, 'Cooking')).toHaveAccessibleDescription('As set', { timeout: 20_000 });
  expect(controller.commandsReceived()).toMatchObject([{ device: 42, method: 'setLevel' }]);
});

test.describe('in a home without favourites', () => {
  const STUDIO = roomOf(11, 'Studio', [make.lamp(21, 'Lamp', { params: { Status: true } })]);
  test.use({ viewport: { width: 1280, height: 800 }, house: houseOf(STUDIO) });

  test('a scene stands at the foot of the wall, and is run by one tap', async ({ page, controller }) => {
    await openWall(page, at(14));
    const proxy = await proxyOf(page);
    await proxy.putScene('dark', 'Dark', [{ device: 21, method: 'setStatus', params: { status: false } }]);
    await run(page, 'Dark').click();
    await expect.poll(() => controller.device(21)?.params['Status']).toBe(false);
    expect(controller.commandsReceived().map(({ device }) => device)).toEqual([21]);
  });
});
