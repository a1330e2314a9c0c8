import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { enterGuest } from './harness/pair-browser';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

const PLUG = 31;

test.use({ house: houseOf(roomOf(20, 'Cellar', [make.lamp(PLUG, 'Freezer plug', { icon: 'socket' })])) });

test('a manager chooses what a touch of a device does', async ({ page, second, home, commandLog }) => {
  await openHomeByAddress(page);
  const other = await enterGuest(page, second, home);
  await openRoom(other, 'Cellar');
  const tile = other.getByRole('switch', { name: 'Freezer plug' });
  await expect(tile).toBeVisible();
  await other.getByRole('button', { name: 'Details of Freezer plug' }).click();
  await other.getByRole('button', { name: 'Edit' }).click();
  await expect(other.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect(other.getByRole('radiogroup', { name: 'Touch' }), 'only managers choose it').toHaveCount(0);
  await other.getByRole('button', { name: 'Done' }).click();

  await page.goto(`/devices/${PLUG}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const choice = page.getByRole('radiogroup', { name: 'Touch' });
  await expect(choice.getByRole('radio', { name: 'At once' })).toBeChecked();
  await choice.getByText('Show only').click();
  await expect(choice.getByRole('radio', { name: 'Show only' })).toBeChecked();
  expect(await findDefects(page)).toEqual([]);
  await expect(tile).toHaveCount(0);
  const group = other.getByRole('group', { name: 'Freezer plug' });
  await expect(group).toBeVisible();
  expect(await findDefects(other)).toEqual([]);

  await choice.getByText('Ask first').click();
  await tile.click();
  const question = other.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('Turn on Freezer plug?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(commandLog.unchecked).toEqual([]);
  await tile.click();
  await question.getByRole('button', { name: 'Turn on now' }).click();
  await commandLog.expect({ device: PLUG, method: 'setStatus', params: { status: true } });
  expect(commandLog.unchecked).toEqual([]);
});
