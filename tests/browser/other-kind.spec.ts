import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

const HALL = roomOf(20, 'Hall', [make.dimmer(23, 'Spots', 40), make.thermostat(24, 'Heating', 21)]);

test.use({ house: houseOf(HALL) });

test('an open sheet offers what its device can do once it is another kind', async ({ page, controller }) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Hall');
  await page.goto(`${new URL(page.url()).origin}/devices/23`);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('slider').first()).toBeVisible();

  const heating = controller.device(24);
  if (!heating) throw new Error('No thermostat 24');
  controller.changeLists({ addDevice: { ...heating, id: 23, name: 'Spots' } });
  await expect(sheet.getByRole('button', { name: /Warmer|Increase|\+/ }).first()).toBeEnabled();
  await expect(sheet.getByText('View only')).toHaveCount(0);
});

test('the modes of a thermostat stay where they are when it is turned off elsewhere', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await page.goto(`${new URL(page.url()).origin}/devices/24`);
  const sheet = page.getByRole('dialog');
  const heat = sheet.getByRole('radio', { name: 'Heat' });
  await expect(heat).toBeChecked();
  await expect(sheet.getByRole('spinbutton')).toBeVisible();
  const before = await heat.boundingBox();

  controller.setDevice(24, { params: { currentMode: 'Off' } });
  await expect(sheet.getByRole('radio', { name: 'Off' })).toBeChecked();
  await expect(sheet.getByRole('spinbutton')).toBeDisabled();
  expect(await heat.boundingBox()).toEqual(before);
});
