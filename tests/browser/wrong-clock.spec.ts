import type { Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { startStandAlone } from '../../tools/virtual/stand-alone';
import { openRoom } from './demo-home';
import { openHomeByAddress, test as base } from './harness/controller';
import { expect } from './harness/test';

const YEARS_MS = 3 * 365 * 86_400_000;

const HALL = roomOf(20, 'Hall', [
  make.door(101, 'Back door'),
  make.temperature(102, 'Thermometer', 21),
  make.lamp(103, 'Far lamp', { deadForHours: 2 })
]);

/** A controller whose clock is three years behind. */
const test = base.extend({
  controller: async ({ browserName: _ }, use) => {
    const controller = await startStandAlone({
      isLiving: false,
      house: houseOf(HALL),
      clockOffsetMs: -YEARS_MS
    });
    await use(controller);
    await controller.stop();
  }
});

const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function openSheet(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`${name}$`) })
    .first()
    .click();
  await expect(sheetOf(page, name)).toBeVisible();
}

test('times of a clock that is three years behind are corrected and marked', async ({ page, controller }) => {
  await openHomeByAddress(page);
  await openRoom(page, 'Hall');
  const trippedAt = Math.floor((Date.now() - YEARS_MS) / 1000) - 300;
  controller.setDevice(101, { params: { Tripped: true, lasttrip: trippedAt } });

  await openSheet(page, 'Back door');
  await expect(sheetOf(page, 'Back door')).toContainText(/Last triggered about [456] min ago/);
  await page.keyboard.press('Escape');

  await openSheet(page, 'Far lamp');
  await expect(sheetOf(page, 'Far lamp')).toContainText(/No contact since about /);
  const text = (await sheetOf(page, 'Far lamp').textContent()) ?? '';
  expect(text).not.toContain(String(new Date().getFullYear() - 3));
  await page.keyboard.press('Escape');

  await openSheet(page, 'Thermometer');
  await expect(sheetOf(page, 'Thermometer')).toContainText('These times are corrected');
  await expect(sheetOf(page, 'Thermometer')).toContainText('Last 24 hours');
  await sheetOf(page, 'Thermometer').getByText('Show as a table').click();
  const rows = sheetOf(page, 'Thermometer').getByRole('row');
  // A heading and a day of values, of this year.
  await expect.poll(() => rows.count()).toBeGreaterThan(5);
  await expect(rows.filter({ hasText: String(new Date().getFullYear() - 3) })).toHaveCount(0);
});
