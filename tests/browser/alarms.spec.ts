import type { Page } from '@playwright/test';
import * as make from '../../proxy/virtual/house/make';
import { openHomeByAddress, signInByAddress, test, waitForAppCache } from './harness/controller';
import { expect } from './harness/test';
import { houseOf, roomOf } from '../../tools/support/house';

/** The terrace door and the smoke alarm of the virtual house. */
const [DOOR, SMOKE] = [32, 48];

const LONG_NAME = 'Terrace door by the big table next to the window of the kitchen';

test.use({ isShared: true });

const banner = (page: Page) => page.getByRole('region', { name: 'Alarms' });

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('an alarm is on every page, and leads to the sheet of its device and back', async ({
  page,
  controller
}) => {
  controller.setDevice(DOOR, { params: { Tripped: true, Armed: true, lasttrip: secondsAgo(1) } });
  await signInByAddress(page);
  for (const path of ['/', '/rooms/12', '/rooms/11/order', '/now/lights', '/search', '/settings'])
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
});

test('a new alarm is announced, moves nothing, and is gone when it ends', async ({ page, controller }) => {
  await signInByAddress(page);
  await page.goto('/rooms/12');
  await expect(page.getByRole('group', { name: 'Smoke alarm' })).toBeVisible();
  const placesOf = () =>
    page.locator('main .tile').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
  const before = await placesOf();
  expect(before.length).toBeGreaterThan(3);

  controller.setDevice(SMOKE, { params: { Tripped: true, lasttrip: secondsAgo(0) } });
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Alarm: Smoke alarm: Smoke detected, Kitchen');
  expect(await placesOf()).toEqual(before);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.locator('main .tile').last().boundingBox();
  const top = (await banner(page).boundingBox())?.y ?? 0;
  expect((last?.y ?? 0) + (last?.height ?? 0), 'the last tile can be scrolled above it').toBeLessThan(top);

  controller.setDevice(SMOKE, { params: { Tripped: false } });
  await expect(banner(page)).toHaveCount(0);
});

test.describe('with a long name', () => {
  test.use({ house: houseOf(roomOf(11, 'Living room', [make.door(DOOR, LONG_NAME)])) });

  test('an alarm is one line in its room’s tile, and takes the place of the open door', async ({
    page,
    controller
  }) => {
    controller.setDevice(DOOR, { params: { Tripped: true, Armed: true } });
    await openHomeByAddress(page);
    const room = page.getByRole('link', { name: /^Living room/ });
    const chip = room.locator('.chip[data-tone=alarm]');
    await expect(chip).toBeVisible();
    const { height, isCut } = await chip.evaluate((element) => {
      const text = element.querySelector('.text');
      return {
        height: element.clientHeight,
        isCut: text !== null && text.scrollWidth > text.clientWidth && getComputedStyle(text).textOverflow
      };
    });
    expect(height).toBeLessThanOrEqual(24);
    expect(isCut).toBe('ellipsis');
    await expect(room).toHaveAccessibleName(new RegExp(`Alarm: ${LONG_NAME.slice(0, 40)}`));
    await expect(room).not.toHaveAccessibleName(/\d+ open/);
    await expect(page.getByRole('link', { name: /\d+ open/ })).toHaveCount(0);
  });
});

test.describe('offline', () => {
  test.use({ hasServiceWorker: true, isShared: false });

  test('an alarm of the cached home is shown with its age', async ({ page, controller, home }) => {
    controller.setDevice(SMOKE, { params: { Tripped: true, lasttrip: secondsAgo(1) } });
    await openHomeByAddress(page);
    await expect(banner(page)).toBeVisible();
    await waitForAppCache(page);
    await home.stop();
    await expect(banner(page)).toContainText('as of');
    await page.reload();
    await expect(banner(page)).toContainText('Alarm: Smoke alarm: Smoke detected');
    await expect(banner(page)).toContainText('as of');
  });
});
