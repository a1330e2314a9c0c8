import type { Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import type { RoomPlan } from '../../proxy/sources/virtual/house/plan';
import { houseOf, numbered, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { openHomeByAddress, test } from './harness/controller';
import { resize } from './harness/resize';
import { expect } from './harness/test';

/** A room with this number of lamps, all of them on. */
const aRoom = (id: number, name: string, lamps: number): RoomPlan =>
  roomOf(
    id,
    name,
    numbered(1, lamps, (at) => make.lamp(id * 1000 + at, `Lamp ${at}`, { params: { Status: true } }))
  );

const widthOf = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).evaluate((element) => element.clientWidth);

test.describe('a home without rooms', () => {
  test.use({ house: { ...houseOf(), sections: [] } });

  test('says that there are no rooms, and leads to another controller', async ({ page }) => {
    await openHomeByAddress(page);
    await expect(page.getByText('No rooms yet')).toBeVisible();
    await expect(page.getByText('They’ll appear here')).toBeVisible();
    await page.getByRole('link', { name: 'Use a different controller' }).click();
    await expect(page.getByRole('heading', { name: 'Find your home' })).toBeVisible();
  });
});

test.describe('a home of one room', () => {
  const studio = roomOf(11, 'Studio', [
    make.lamp(21, 'Lamp'),
    make.dimmer(22, 'Ceiling light', 40),
    make.shutter(23, 'Blind', 50),
    make.thermostat(24, 'Radiator', 21),
    make.temperature(25, 'Air', 20.5)
  ]);
  test.use({
    house: houseOf({ ...studio, main_devices: { ...studio.main_devices, temperature_sensor: 25 } })
  });

  test('has one tile of the usual size with its devices below, and a room page without layout shifts', async ({
    page
  }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Reflect.set(globalThis, 'moved', moved);
      new PerformanceObserver((list) => {
        for (const { entryType, startTime } of list.getEntries())
          moved.push(`${entryType} at ${Math.round(startTime)} ms`);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openHomeByAddress(page);
    const tile = page.locator('.rooms').getByRole('link');
    for (const width of [320, 390, 768, 1280, 1920]) {
      await resize(page, width, 900);
      await expect(tile).toHaveCount(1);
      const tileWidth = await tile.evaluate(({ clientWidth }) => clientWidth);
      expect(tileWidth, `at ${width} px`).toBeGreaterThanOrEqual(160);
      expect(tileWidth, `at ${width} px`).toBeLessThanOrEqual(310);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await expect(tile).toContainText('20.5°');
    await expect(page.getByRole('switch', { name: 'Lamp', exact: true })).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Blind', exact: true })).toBeVisible();

    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto('/rooms/11');
    await expect(page.getByRole('group', { name: 'Radiator', exact: true })).toContainText('20.5 °C · Idle');
    await expect(page.getByRole('link', { name: 'Reorder devices' })).toBeVisible();
    expect(await page.evaluate(() => String(Reflect.get(globalThis, 'moved')))).toBe('');
  });
});

test.describe('a home of forty rooms', () => {
  const plain = Array.from({ length: 37 }, (_, at) => aRoom(50 + at, `Room ${at + 1}`, 1));
  test.use({
    house: houseOf(aRoom(11, 'Void', 0), aRoom(12, 'Single', 1), aRoom(13, 'Ballroom', 200), ...plain)
  });

  test('shows all of them, and rooms of no, one and 200 devices correctly', async ({ page, controller }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openHomeByAddress(page);
    const tiles = page.locator('.rooms').getByRole('link');
    await expect(tiles).toHaveCount(40);
    const widths = await tiles.evaluateAll((links) => links.map(({ clientWidth }) => clientWidth));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(160);
    expect(Math.max(...widths)).toBeLessThanOrEqual(260);

    await openRoom(page, 'Void');
    await expect(page.getByText('No devices in this room')).toBeVisible();
    await page.goBack();
    await openRoom(page, 'Single');
    await expect(page.getByRole('switch')).toHaveCount(1);
    expect(await widthOf(page, 'Lamp 1')).toBeLessThanOrEqual(500);
    await expect(page.getByRole('switch', { name: /^Lights in/ })).toHaveCount(0);
    await page.goBack();

    await openRoom(page, 'Ballroom');
    await expect(page.getByRole('switch', { name: /^Lamp/ })).toHaveCount(200);
    expect(await widthOf(page, 'Lamp 1')).toBeLessThanOrEqual(500);
    await resize(page, 390, 844);
    const painted = () =>
      page
        .locator('.tile-face')
        .evaluateAll(
          (faces) => faces.filter((face) => face.checkVisibility({ contentVisibilityAuto: true })).length
        );
    await expect.poll(painted, 'tiles that are painted').toBeLessThan(80);
    const one = page.getByRole('switch', { name: 'Lamp 3', exact: true });
    await one.click();
    await expect(one).not.toBeChecked();
    await expect.poll(() => controller.commandsReceived()).toHaveLength(1);
  });
});
