import type { Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import type { DevicePlan } from '../../proxy/sources/virtual/house/plan';
import { houseOf, roomOf } from '../../tools/support/house';
import { partOf } from '../faults/storm';
import { LOCK_FORMS } from '../lib/kinds/locks';
import type { TouchDriver } from '../support/touch-driver';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { pointOn } from './harness/input-methods';
import { layoutStored } from './harness/layout-stored';
import { untilLive } from './harness/link-state';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

/**
 * A lock of each known form, and one with all parameters and interfaces that could move it. All report on and
 * have a lamp's icon.
 */
const LOCKS: readonly DevicePlan[] = [
  ...LOCK_FORMS.map(([form, type, interfaces], at) =>
    make.special(201 + at, `Lock ${at + 1}: ${form}`, type, interfaces, { Status: true }, { icon: 'lamp' })
  ),
  make.special(
    206,
    'Lock 6: with everything',
    'DevShutter',
    ['SwitchBinary', 'SwitchMultilevel', 'Shutter', 'SwitchColor', 'SensorBinary', 'DoorLock'],
    { Status: true, Level: 60, pulseable: true, Tripped: false, armable: true, ackable: true }
  )
];
const HALL = roomOf(20, 'Hall', [make.lamp(101, 'Lamp'), make.lamp(102, 'Sconce'), ...LOCKS]);

test.use({ house: houseOf(HALL), isShared: true });

const tileOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const lampOn = { device: 101, method: 'setStatus', params: { status: true } };
/** Controls that could move something. */
const MOVERS = '[role=switch], [role=slider], [role=spinbutton], input[type=checkbox], input[type=range]';

async function close(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(sheetOf(page, name)).toHaveCount(0);
}

/** Touches a lock like a switch, a slider and a shutter. */
async function touchAll(page: Page, touch: TouchDriver, name: string): Promise<void> {
  const tile = tileOf(page, name);
  await tile.scrollIntoViewIfNeeded();
  const point = await pointOn(tile);

  await touch.tap(point);
  await expect(sheetOf(page, name), 'a tap opens the sheet').toBeVisible();
  await close(page, name);

  await touch.down(point);
  await expect(sheetOf(page, name), 'a hold opens the sheet').toBeVisible();
  await touch.up();
  await close(page, name);

  await touch.swipe(point, { x: point.x + 60, y: point.y });
  await expect(sheetOf(page, name)).toHaveCount(0);

  await tile.getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect(sheetOf(page, name)).toBeVisible();
  for (const key of ['Enter', 'Space', 'ArrowUp', 'ArrowRight', 'Home', 'End']) {
    await sheetOf(page, name).focus();
    await page.keyboard.press(key);
  }
  await close(page, name);
}

test.beforeEach(({ page }) => openHomeByAddress(page));

test('no touch and no key moves a lock of any form, on its tile, its sheet or in search results', async ({
  page,
  touch,
  commandLog
}) => {
  test.setTimeout(300_000);
  await openRoom(page, HALL.name);
  for (const { name } of LOCKS) {
    await expect(tileOf(page, name), name).toContainText('Reports on');
    await expect(tileOf(page, name).locator(MOVERS), name).toHaveCount(0);
    await expect(tileOf(page, name).getByRole('button'), 'its details alone').toHaveCount(1);

    await tileOf(page, name).getByRole('button').click();
    const controls = sheetOf(page, name).getByRole('group', { name, exact: true });
    await expect(controls, name).toContainText('Reports on');
    await expect(controls, name).toContainText('View only');
    await expect(controls.locator(`${MOVERS}, button`), name).toHaveCount(0);
    // The slider of its history reads the past.
    const movers = sheetOf(page, name).locator(MOVERS).and(page.locator(':not(.reader)'));
    await expect(movers, name).toHaveCount(0);
    await close(page, name);
  }
  for (const { name } of partOf(LOCKS, 3, 2)) await touchAll(page, touch, name);

  await page.goto('/search');
  await page.getByRole('searchbox').fill('Lock');
  for (const { name } of LOCKS) {
    await expect(tileOf(page, name)).toBeVisible();
    await expect(tileOf(page, name).locator(MOVERS), name).toHaveCount(0);
  }
  for (const { name } of partOf(LOCKS, 6)) await touchAll(page, touch, name);
  await page.goto('/rooms/20');
  await untilLive(page);
  await page.getByRole('switch', { name: 'Lamp' }).click();
  await commandLog.expect(lampOn);
});

test('the owner says how a lock reports its state, for all pages and visits, and the lock receives nothing', async ({
  page,
  controller,
  commandLog
}) => {
  const { name } = LOCKS[1] ?? HALL;
  const meaning = 'When it reports on, the door is:';
  await page.goto('/devices/202');
  const sheet = sheetOf(page, name);
  const answer = (label: string) => sheet.getByRole('radio', { name: label, exact: true });
  await expect(answer('Don’t know')).toBeChecked();

  await sheet.getByText('Unlocked', { exact: true }).click();
  await expect(sheet.getByRole('group', { name, exact: true })).toContainText('Unlocked');
  await answer('Unlocked').focus();
  const stored = layoutStored(page, '"locked"');
  await page.keyboard.press('ArrowLeft');
  await expect(answer('Locked')).toBeChecked();
  await expect(sheet.getByRole('group', { name, exact: true })).toContainText('Locked');
  await stored;

  await page.reload();
  await expect(answer('Locked')).toBeChecked();
  controller.setDevice(202, { params: { Status: false } });
  await expect(sheet.getByRole('group', { name, exact: true })).toContainText('Unlocked');
  await close(page, name);
  await expect(tileOf(page, name)).toContainText('Unlocked');
  await expect(tileOf(page, LOCKS[0]?.name ?? '')).toContainText('Reports on');

  await tileOf(page, name).getByRole('button').click();
  await sheet.getByText('Don’t know', { exact: true }).click();
  await expect(sheet.getByRole('group', { name, exact: true })).toContainText('Reports off');
  await expect(sheet.getByRole('radiogroup', { name: meaning })).toBeVisible();
  expect(await findDefects(page, { within: 'dialog' })).toEqual([]);

  controller.setDevice(202, { params: { locked: true } });
  await expect(sheet.getByRole('group', { name, exact: true }), 'its plain word').toContainText('Locked');
  await expect(sheet.getByRole('radiogroup', { name: meaning })).toHaveCount(0);
  await commandLog.expect();
});
