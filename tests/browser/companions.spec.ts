import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { seeAlarm } from './harness/alarm';
import { openHomeByAddress, test } from './harness/controller';
import { expect } from './harness/test';

const NODE = { nodeId: 7 };
const HALL = roomOf(20, 'Hall', [
  make.smoke(23, 'Fire alarm', { params: { ...NODE, conditions: ['end-of-life', 'test'] } }),
  make.smoke(24, 'Fire alarm CO', { role: 'BinaryCOSensor', params: NODE }),
  make.motion(25, 'Tamper', { role: 'BinaryTamperSensor', params: NODE }),
  make.smoke(26, 'Alarm above the stairs', { params: { nodeId: 8 } }),
  make.smoke(27, 'Alarm above the stairs to the attic, its part for carbon monoxide', {
    role: 'BinaryCOSensor',
    params: { nodeId: 8 }
  })
]);

test.use({ house: houseOf(HALL) });

test('a smoke and CO alarm is one line, from whose sheet its other parts open', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Hall');
  await expect(page.getByRole('group', { name: 'Fire alarm' })).toHaveCount(1);
  const line = page.getByRole('group', { name: 'Fire alarm', exact: true });
  await expect(line).toContainText('No smoke · No CO');

  await line.getByRole('button').click();
  const sheet = page.getByRole('dialog');
  // What a person has to do stands above all else, and with the other details.
  const due = sheet.getByText('Replace this alarm: end of life', { exact: true });
  await expect(due).toBeInViewport();
  await expect(sheet.getByText('Replace this alarm: end of life · Being tested')).toBeVisible();
  await expect(sheet.getByRole('group', { name: 'Fire alarm CO' })).toContainText('No carbon monoxide');
  await sheet.getByRole('group', { name: 'Tamper' }).getByRole('button').click();
  await expect(sheet.getByRole('heading', { name: 'Tamper' })).toBeVisible();
  await expect(sheet.getByRole('switch', { name: 'Armed' })).toBeVisible();
  await page.goBack();
  await expect(sheet.getByRole('group', { name: 'Tamper' })).toContainText('Cover closed');
  await page.goBack();

  await line.getByRole('button').click();
  const state = sheet.getByText('No smoke · No CO', { exact: true });
  const before = await state.boundingBox();
  controller.setDevice(23, { params: { ...NODE, conditions: [] } });
  await expect(due).toBeHidden();
  expect(await state.boundingBox()).toEqual(before);
  await page.goBack();

  controller.setDevice(24, { params: { Tripped: true } });
  await seeAlarm(page);
  await expect(line).toContainText('Carbon monoxide detected · No smoke');
});

test('the long name of a part does not widen the sheet', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await openHomeByAddress(page);
  await page.goto(`${new URL(page.url()).origin}/devices/26`);
  const part = page.getByRole('dialog').getByRole('group', { name: /^Alarm above the stairs to the attic/ });
  await expect(part).toContainText('No carbon monoxide');
  const box = await part.boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(320);
});
