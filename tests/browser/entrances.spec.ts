import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';

const GATE = 31;
const DRIVE = roomOf(20, 'Drive', [
  make.shutter(GATE, 'Driveway gate', 0, { icon: 'gate' }),
  make.lamp(34, 'Relay', { icon: 'socket', params: { pulseable: true } })
]);

test.use({ house: houseOf(DRIVE) });

test('a gate asks before it opens, and closes at once', async ({ page, controller, commandLog }) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Drive');
  const up = { device: GATE, method: 'startLevelChange', params: { direction: 'up' } };
  const down = { ...up, params: { direction: 'down' } };
  const gate = page.getByRole('group', { name: 'Driveway gate' });
  await expect(page.getByRole('heading', { name: 'Gates and doors' })).toBeVisible();

  const question = page.getByRole('alertdialog');
  await gate.getByRole('button', { name: /^Open/ }).click();
  await expect(question).toHaveAccessibleName('Open Driveway gate?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(commandLog.unchecked).toEqual([]);
  await gate.getByRole('button', { name: /^Open/ }).click();
  await question.getByRole('button', { name: 'Open', exact: true }).click();
  await commandLog.expect(up);
  controller.setDevice(GATE, { params: { Level: 99, Status: true } });
  await expect(gate).toContainText('Open');
  await gate.getByRole('button', { name: /^Close/ }).click();
  await commandLog.expect(down);
  await expect(question).toHaveCount(0);

  const proxy = await proxyOf(page);
  await page.goto('/devices/34');
  const sheet = page.getByRole('dialog', { name: 'Relay' });
  await sheet.getByRole('button', { name: 'Edit' }).click();
  const choice = page.getByRole('radiogroup', { name: 'Entrance' });
  await expect(choice.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await choice.getByText('Yes').click();
  await expect(choice.getByRole('radio', { name: 'Yes' })).toBeChecked();

  await proxy.putScene('home', 'Coming home', [
    { device: 34, method: 'setStatus', params: { status: true } }
  ]);
  await page.goto('/');
  await page.getByRole('button', { name: 'Coming home' }).click();
  await expect(question).toHaveAccessibleName('Run Coming home?');
  await expect(question).toContainText('This moves Relay.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(commandLog.unchecked).toEqual([]);
});
