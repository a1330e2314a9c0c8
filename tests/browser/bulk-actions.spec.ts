import type { Locator, Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

/** Lamps of the virtual house that are on at the start, in all rooms. */
const LIT_AT_START = [24, 25, 42, 56, 111, 112, 121, 122, 141];

const report = (page: Page, name: string): Locator => page.getByRole('region', { name });

test.use({ isShared: true });

const lampsOf = (commands: readonly { readonly device: number }[]): number[] =>
  commands.map(({ device }) => device).toSorted((one, other) => one - other);

test.beforeEach(({ page }) => openHomeByAddress(page));

test('the lights of a room, a floor and the home go off, and are undone', async ({ page, controller }) => {
  await test.step('a room', async () => {
    await openRoom(page, 'Living room');
    await page.getByRole('switch', { name: 'Lights in Living room' }).click();
    await expect(report(page, 'Living room: lights off')).toContainText('Living room: 2 lights off');
    await expect(report(page, 'Living room: lights off')).toContainText('2 of 2 off');
    // Those that are reported off get it too, since a switch on the wall may have lit one. Nothing is said of them.
    await expect.poll(() => lampsOf(controller.commandsReceived())).toEqual([21, 24, 25]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(report(page, 'Living room: lights back on')).toContainText('2 of 2 on');
    expect([24, 25].map((id) => controller.device(id)?.params['Level'])).toEqual([64, 40]);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  await test.step('a floor, from its heading on the home page', async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    const before = controller.commandsReceived().length;
    const upstairs = page.getByRole('switch', { name: 'Lights in Upstairs' });
    await upstairs.click();
    const result = report(page, 'Upstairs: lights off');
    await expect(result).toContainText(/(\d+) of \1 off/);
    const sent = lampsOf(controller.commandsReceived().slice(before));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(LIT_AT_START.length);
    expect(LIT_AT_START).toEqual(expect.arrayContaining(sent));
    await expect(upstairs).not.toBeChecked();
    await result.getByRole('button', { name: 'Undo' }).click();
    await expect(upstairs).toBeChecked();
  });

  await test.step('the whole home, and back on from the list of lights', async () => {
    await page.getByRole('link', { name: '9 lights on' }).click();
    await expect(page.getByRole('button', { name: 'Ground floor: lights off' })).toBeEnabled();
    const before = controller.commandsReceived().length;
    await page.getByRole('button', { name: 'All lights off' }).click();
    const question = page.getByRole('alertdialog', { name: 'Turn off all lights?' });
    await expect(question).toContainText('9 lights are on.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(controller.commandsReceived()).toHaveLength(before);
    await page.getByRole('button', { name: 'All lights off' }).click();
    await question.getByRole('button', { name: 'Turn off' }).click();
    const result = report(page, 'Whole home: lights off');
    await expect(result).toContainText('9 of 9 off');
    expect(lampsOf(controller.commandsReceived().slice(before))).toEqual(LIT_AT_START);
    await result.getByRole('button', { name: 'Close' }).click();
    const backOn = page.getByRole('button', { name: 'Turn the 9 lights back on' });
    await backOn.click();
    await expect
      .poll(() => LIT_AT_START.filter((id) => controller.device(id)?.params['Status'] !== true))
      .toEqual([]);
    await expect(backOn).toHaveCount(0);
  });
});

test('the shutters of a room, a floor and a home move only after a confirmation, and stop without one', async ({
  page,
  controller
}) => {
  await openRoom(page, 'Living room');
  const all = page.getByRole('group', { name: 'Shutters', exact: true });
  await all.getByRole('button', { name: 'Close all shutters' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close all shutters in this room?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(controller.commandsReceived()).toEqual([]);

  await all.getByRole('button', { name: 'Close all shutters' }).click();
  await question.getByRole('button', { name: 'Close all shutters' }).click();
  await expect(report(page, 'Living room: close shutters')).toContainText('0 of 2 closed');
  await all.getByRole('button', { name: 'Stop all shutters' }).click();
  await expect(report(page, 'Living room: stop shutters')).toContainText('2 of 2 sent');
  expect(controller.commandsReceived().map(({ device, method }) => [device, method])).toEqual([
    [26, 'startLevelChange'],
    [27, 'startLevelChange'],
    [26, 'stop'],
    [27, 'stop']
  ]);

  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: /^\d+ shutters open$/ }).click();
  await page.getByRole('button', { name: 'Open all shutters' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Open all shutters?' })).toBeVisible();
  expect(controller.commandsReceived()).toHaveLength(4);
  await page.keyboard.press('Escape');

  const floor = page.getByRole('group', { name: 'Ground floor: shutters' });
  await floor.getByRole('button', { name: 'Ground floor: close shutters' }).click();
  const ofFloor = page.getByRole('alertdialog', { name: 'Ground floor: close all shutters?' });
  await ofFloor.getByRole('button', { name: 'Close all shutters' }).click();
  await expect(report(page, 'Ground floor: close shutters')).toBeVisible();
  await floor.getByRole('button', { name: 'Ground floor: stop shutters' }).click();
  await expect(report(page, 'Ground floor: stop shutters')).toContainText(/(\d+) of \1 sent/);
});

test('leaving turns off and closes what can be, and Undo brings it back', async ({ page, controller }) => {
  controller.setDevice(32, { params: { Tripped: true } });
  await page.getByRole('link', { name: 'Leaving' }).click();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.first()).toContainText('1 of 1 lock unknown');
  await expect(lines.first()).toContainText('Front door lock');
  await expect(lines.filter({ hasText: 'Terrace door open' })).toHaveCount(1);
  const before = controller.device(24)?.params['Level'];
  await page.getByRole('button', { name: 'Turn off 9 lights, close 7 shutters, heating down' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(lines.filter({ hasText: /lights? on/ })).toHaveCount(0);
  await expect.poll(() => controller.device(33)?.params['currentSetpoints']).toMatchObject({ Heat: 17 });
  const sent = controller.commandsReceived().map(({ device, method }) => `${device} ${method}`);
  expect(sent).toEqual(
    expect.arrayContaining([...LIT_AT_START.map((id) => `${id} setStatus`), '26 startLevelChange'])
  );
  expect(
    sent.filter((call) => /^(69|32) /.test(call)),
    'no lock, no door'
  ).toEqual([]);

  await report(page, 'Leaving').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => controller.device(24)?.params['Level']).toBe(before);
});
