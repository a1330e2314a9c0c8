import type { Locator, Page } from '@playwright/test';
import * as make from '../../proxy/virtual/house/make';
import type { DevicePlan } from '../../proxy/virtual/house/plan';
import { readSwitchColor } from '../../src/shared/interfaces/switch-color';
import { FULL_RIGHTS } from '../../src/shared/rights';
import { openHomeByAddress, test } from './harness/controller';
import { proxyOf } from './harness/proxy-calls';
import { enterGuest } from './harness/pair-browser';
import { expect } from './harness/test';
import { houseOf, roomOf } from '../../tools/support/house';
import { at, openWall } from './wall-page';

test.use({ isShared: true });

const scenes = (page: Page): Locator => page.getByRole('group', { name: 'Scenes' });
const run = (page: Page, name: string): Locator => scenes(page).getByRole('button', { name, exact: true });

/** Opens the editor of a new scene from the home. */
async function openNewScene(page: Page): Promise<void> {
  await openHomeByAddress(page);
  await page.getByRole('button', { name: 'New scene' }).click();
}

test('a scene is taken from a room as it is, changed by hand, run by one tap, and undone', async ({
  page,
  controller
}) => {
  await openNewScene(page);
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

test('the colour of a lamp in a scene is chosen by hand, and nothing is sent until it runs', async ({
  page,
  controller
}) => {
  await openNewScene(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Blue hour');
  await page.getByText('Living room', { exact: true }).click();
  await page.getByRole('switch', { name: 'Shelf lights', exact: true }).click();
  await page.getByText('Colour', { exact: true }).click();
  await page.getByRole('button', { name: 'Blue', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(run(page, 'Blue hour')).toHaveAccessibleDescription('0 of 1');
  expect(controller.commandsReceived()).toEqual([]);
  await run(page, 'Blue hour').click();
  await expect(run(page, 'Blue hour')).toHaveAccessibleDescription('As set', { timeout: 20_000 });
  const { Red, Blue } = readSwitchColor(controller.device(25)?.params ?? {}).values;
  expect([Red, Blue]).toEqual([0, 255]);
});

test('an offered scene is kept only once it is saved, and one that covers two floors asks before it runs', async ({
  page,
  controller
}) => {
  await openNewScene(page);
  await page.getByRole('button', { name: 'Leaving' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Leaving');
  await page.getByRole('button', { name: 'Save' }).click();
  await run(page, 'Leaving').click();
  await expect(page.getByRole('alertdialog', { name: 'Run Leaving?' })).toBeVisible();
  expect(controller.commandsReceived()).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(controller.commandsReceived()).toEqual([]);
});

test('a link to a scene asks, and runs nothing by itself', async ({ page, context, controller }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNewScene(page);
  await page.getByRole('button', { name: 'Evening' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await scenes(page).getByRole('link', { name: 'Edit Evening' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByRole('alertdialog', { name: 'Run Evening?' })).toBeVisible();
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

test('the scenes of a room are on its page, and all of them behind the shortcut of the installed app', async ({
  page
}) => {
  await openHomeByAddress(page);
  const proxy = await proxyOf(page);
  const off = (device: number) => ({ device, method: 'setStatus', params: { status: false } });
  await proxy.putScene('film', 'Film', [off(24), off(25)]);
  await proxy.putScene('away', 'Away', [off(24), off(42)]);
  await page.goto('/rooms/11');
  await expect(run(page, 'Film')).toBeVisible();
  await expect(run(page, 'Away')).toHaveCount(0);
  await page.goto('/scenes');
  for (const name of ['Film', 'Away']) await expect(run(page, name)).toBeVisible();
  await scenes(page).getByRole('link', { name: 'Edit Film' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test.describe('a scene of 30 devices', () => {
  /** 31 lamps of three kinds on one floor: one of them is left out by hand. */
  const lamps = (first: number, count: number, plan: (id: number, name: string) => DevicePlan) =>
    Array.from({ length: count }, (_, at) => plan(first + at, `Lamp ${at + 1}`));
  const rooms: Readonly<Record<string, readonly DevicePlan[]>> = {
    Studio: lamps(101, 12, (id, name) => make.dimmer(id, name, (id * 7) % 90)),
    Gallery: lamps(201, 13, (id, name) => make.lamp(id, name, { params: { Status: id % 2 === 0 } })),
    Foyer: lamps(301, 6, (id, name) =>
      make.colorLamp(id, name, 'DevDimmerColor', 20 + (id % 7), { Red: 255, Green: id % 256, Blue: 9 })
    )
  };
  const house = houseOf(
    ...Object.entries(rooms).map(([name, devices], at) => roomOf(11 + at, name, devices))
  );
  const ids = Object.values(rooms).flatMap((devices) => devices.map(({ id }) => id));
  const LEFT_OUT = 213;

  test.use({ house, isShared: false });

  test('captured, changed by hand and run gives exactly its picture, and Undo the one before', async ({
    page,
    controller
  }) => {
    test.slow();
    const VALUES = ['Status', 'Level', 'currentComponentValues'];
    /** What every lamp is set to, at the controller. */
    const picture = () =>
      Object.fromEntries(
        ids.map((id) => {
          const params = controller.device(id)?.params ?? {};
          return [id, VALUES.flatMap((name) => (name in params ? [params[name]] : []))];
        })
      );
    await openNewScene(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Opening night');
    for (const name of Object.keys(rooms)) {
      await page.getByText(name, { exact: true }).click();
      await page.getByRole('button', { name: `As it is now: ${name}` }).click();
    }
    const captured = picture();
    const room = (name: string) =>
      page.getByRole('group').filter({ has: page.getByText(name, { exact: true }) });
    // A dimmer to 10 %, a lamp to the contrary, and one left out.
    await room('Studio').getByRole('slider', { name: 'Lamp 1 in this scene' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    await room('Gallery')
      .getByRole('radiogroup', { name: 'Lamp 1 in this scene' })
      .getByText('On', { exact: true })
      .click();
    await room('Gallery').getByRole('switch', { name: 'Lamp 13', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(run(page, 'Opening night')).toHaveAccessibleDescription('28 of 30');
    expect(controller.commandsReceived()).toEqual([]);

    for (const id of ids) {
      const { Level, currentComponentValues } = controller.device(id)?.params ?? {};
      const isOn = id % 3 > 0;
      controller.setDevice(id, {
        params: {
          Status: isOn,
          ...(Level !== undefined && { Level: isOn ? 99 - (id % 7) : 0 }),
          ...(currentComponentValues !== undefined && {
            currentComponentValues: { Red: 1, Green: 200, Blue: 90 }
          })
        }
      });
    }
    const before = picture();
    await expect(run(page, 'Opening night')).not.toHaveAccessibleDescription('28 of 30');
    await run(page, 'Opening night').click();
    await expect(run(page, 'Opening night')).toHaveAccessibleDescription('As set', { timeout: 60_000 });
    const wanted = { ...captured, 101: [true, 10], 201: [true], [LEFT_OUT]: before[LEFT_OUT] };
    expect(picture()).toEqual(wanted);
    const received = controller.commandsReceived();
    expect(new Set(received.map(({ device }) => device))).toEqual(
      new Set(ids.filter((id) => id !== LEFT_OUT))
    );

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(picture, { timeout: 60_000 }).toEqual(before);
  });
});

test.describe('in a home without favourites', () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    house: houseOf(roomOf(11, 'Studio', [make.lamp(21, 'Lamp', { params: { Status: true } })]))
  });

  test('a scene stands at the foot of the wall, and is run by one tap', async ({ page, controller }) => {
    await openWall(page, at(14));
    const proxy = await proxyOf(page);
    await proxy.putScene('dark', 'Dark', [{ device: 21, method: 'setStatus', params: { status: false } }]);
    await run(page, 'Dark').click();
    await expect.poll(() => controller.device(21)?.params['Status']).toBe(false);
    expect(controller.commandsReceived().map(({ device }) => device)).toEqual([21]);
  });
});
