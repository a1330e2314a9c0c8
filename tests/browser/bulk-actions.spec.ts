import type { Locator, Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { overhear, type Conversation } from './harness/conversation';
import { failCommands } from './harness/failing-commands';
import { untilLive } from './harness/link-state';
import { expect } from './harness/test';

/** Lamps of the virtual house that are on at the start, in all rooms. */
const LIT_AT_START = [24, 25, 42, 56, 111, 112, 121, 122, 141];

const report = (page: Page, name: string): Locator => page.getByRole('region', { name });

test.use({ isShared: true });

let live: Conversation;

test.beforeEach(async ({ page }) => {
  live = await overhear(page);
  await openHomeByAddress(page);
});

test('a room’s lights go off at once with one command each, and undo restores them', async ({
  page,
  controller
}) => {
  await openRoom(page, 'Living room');
  await page.getByRole('switch', { name: 'Lights in Living room' }).click();
  await expect(report(page, 'Living room: lights off')).toContainText('Living room: 2 lights off');
  await expect(report(page, 'Living room: lights off')).toContainText('2 of 2 done');
  // Those that are reported off get it too, since a switch on the wall may have lit one. Nothing is said of them.
  await expect
    .poll(() => controller.commandsReceived().map(({ device, params }) => [device, params]))
    .toEqual([24, 25, 21].map((lamp) => [lamp, { status: false }]));

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(report(page, 'Living room: lights back on')).toContainText('2 of 2 done');
  expect([controller.device(24)?.params['Level'], controller.device(25)?.params['Level']]).toEqual([64, 40]);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a lamp that the controller refused is named with its reason, and can be retried from any page', async ({
  page,
  controller
}) => {
  const mend = await failCommands(page, 25);
  await page.reload();
  await untilLive(page);
  await openRoom(page, 'Living room');
  await page.getByRole('switch', { name: 'Lights in Living room' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo home' })).toBeVisible();
  const result = report(page, 'Living room: lights off');
  await expect(result).toContainText('1 of 2 off. 1 failed.');
  await result.getByText('Which ones').click();
  await expect(result.getByRole('listitem')).toContainText(/Shelf lights\s*Your controller is busy/);

  mend();
  controller.setDevice(25, { params: { Status: true } });
  await result.getByRole('button', { name: 'Retry' }).click();
  await expect(result).toContainText('2 of 2 done');
  await expect.poll(() => controller.device(25)?.params['Status']).toBe(false);
});

test('a batch that the proxy refuses is one line and one Retry, and names every lamp with the reason', async ({
  page,
  controller
}) => {
  await openRoom(page, 'Living room');
  live.onFrame = ({ type, id }) => {
    if (type !== 'commands') return true;
    live.say({ type: 'refused', id, error: { code: 'controller-unreachable', message: 'gone' } });
    return false;
  };
  await page.getByRole('switch', { name: 'Lights in Living room' }).click();
  const result = report(page, 'Living room: lights off');
  await expect(result).toContainText('0 of 2 off. 2 failed.');
  await result.getByText('Which ones').click();
  await expect(result.getByRole('listitem')).toHaveCount(2);
  live.onFrame = () => true;
  expect(controller.commandsReceived()).toEqual([]);
  await result.getByRole('button', { name: 'Retry all' }).click();
  await expect(result).toContainText('Living room: 2 lights off');
  expect(controller.commandsReceived()).toHaveLength(2);
});

test('the whole home’s lights go off only after a confirmation', async ({ page, controller }) => {
  await page.getByRole('link', { name: '9 lights on' }).click();
  await page.getByRole('button', { name: 'All lights off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Turn off all lights?' });
  await expect(question).toContainText('9 lights are on.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(controller.commandsReceived()).toEqual([]);

  await page.getByRole('button', { name: 'All lights off' }).click();
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(report(page, 'Whole home: lights off')).toContainText('Whole home: 9 lights off');
  await expect
    .poll(() =>
      controller
        .commandsReceived()
        .map(({ device }) => device)
        .toSorted((one, other) => one - other)
    )
    .toEqual(LIT_AT_START);
});

test('shutters move together only after a confirmation, and stop without one', async ({
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
  await expect(report(page, 'Living room: close shutters')).toContainText('0 of 2 done');
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
});

test('a floor’s lights go off at once from its heading on the home page, and undo restores them', async ({
  page,
  controller
}) => {
  await page.getByRole('switch', { name: 'Lights in Upstairs' }).click();
  const result = report(page, 'Upstairs: lights off');
  await expect(result).toContainText(/(\d+) of \1 done/);
  const upstairs = controller.commandsReceived().map(({ device }) => device);
  expect(upstairs.length).toBeGreaterThan(0);
  expect(upstairs.length).toBeLessThan(LIT_AT_START.length);
  expect(LIT_AT_START).toEqual(expect.arrayContaining(upstairs));
  await expect(page.getByRole('switch', { name: 'Lights in Upstairs' })).not.toBeChecked();
  await result.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('switch', { name: 'Lights in Upstairs' })).toBeChecked();
});

test('a floor’s shutters close only after a confirmation, from the list of shutters', async ({
  page,
  controller
}) => {
  await page.getByRole('link', { name: /^\d+ shutters open$/ }).click();
  const floor = page.getByRole('group', { name: 'Ground floor: shutters' });
  await floor.getByRole('button', { name: 'Ground floor: close shutters' }).click();
  const question = page.getByRole('alertdialog', { name: 'Ground floor: close all shutters?' });
  await expect(question).toBeVisible();
  expect(controller.commandsReceived()).toEqual([]);
  await question.getByRole('button', { name: 'Close all shutters' }).click();
  await expect(report(page, 'Ground floor: close shutters')).toBeVisible();
  await floor.getByRole('button', { name: 'Ground floor: stop shutters' }).click();
  await expect(report(page, 'Ground floor: stop shutters')).toContainText(/(\d+) of \1 sent/);
});
