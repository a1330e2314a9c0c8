import type { Page } from '@playwright/test';
import { armSensor } from './harness/alarm';
import { signInByAddress, test } from './harness/controller';
import { untilLive } from './harness/link-state';
import { expect } from './harness/test';
import { stored } from './home-record';

/** The terrace door and the smoke alarm of the virtual house. */
const DOOR = 32;
const SMOKE = 48;

test.use({ isShared: true });

const banner = (page: Page) => page.getByRole('region', { name: 'Alarms' });

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('a home in alarm is not recorded: its alarm may be over when the record is drawn', async ({
  page,
  controller,
  home
}) => {
  await signInByAddress(page);
  await page.goto('/');
  await expect.poll(() => stored(page)).toContain('Living room');
  controller.setDevice(SMOKE, { params: { Tripped: true, lasttrip: secondsAgo(0) } });
  await expect(banner(page)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(home.url);
  expect(await stored(page)).toBeNull();
  await untilLive(page);
  controller.setDevice(SMOKE, { params: { Tripped: false } });
  await expect(banner(page)).toHaveCount(0);
});

test('an alarm is on every page, and leads to the sheet of its device and back', async ({
  page,
  controller
}) => {
  await signInByAddress(page);
  await armSensor(page, controller, DOOR);
  controller.setDevice(DOOR, { params: { Tripped: true, lasttrip: secondsAgo(1) } });
  for (const path of ['/', '/rooms/11/order', '/now/lights', '/search', '/settings'])
    await test.step(path, async () => {
      await page.goto(path);
      const alarm = banner(page).getByRole('link');
      await expect(alarm).toHaveText(/Alarm: Terrace door open\s+· Living room\s+· since \d/);
      await alarm.click();
      await expect(page.getByRole('dialog', { name: 'Terrace door' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
    });
  controller.setDevice(DOOR, { params: { Tripped: false, Armed: false } });
});
