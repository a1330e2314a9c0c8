import AxeBuilder from '@axe-core/playwright';
import { HOUSE } from '../../proxy/virtual/house/house';
import * as make from '../../proxy/virtual/house/make';
import type { HousePlan } from '../../proxy/virtual/house/plan';
import { signInByAddress, test } from './harness/controller';
import { resize } from './harness/resize';
import { expect } from './harness/test';

const LAMP = 1;
const house: HousePlan = {
  sections: [
    {
      id: 1,
      name: 'Everything',
      rooms: [
        {
          ...HOUSE.noRoom,
          id: 11,
          name: 'Studio',
          devices: [
            make.colorLamp(LAMP, 'Strip', 'DevDimmerColor', 50, {
              Red: 255,
              Green: 0,
              Blue: 0,
              WarmWhite: 120
            })
          ]
        }
      ]
    }
  ],
  noRoom: { ...HOUSE.noRoom, devices: [] },
  orphans: { room: 77, devices: [] }
};

test.use({ house, hasTouch: true, isShared: true });

test.beforeEach(({ page }) => signInByAddress(page));

test('a swatch is a colour in one touch, and a white one is in the other tab', async ({
  page,
  controller
}) => {
  await page.goto(`/devices/${LAMP}`);
  const sheet = page.getByRole('dialog', { name: 'Strip' });
  await sheet.getByRole('button', { name: 'Green' }).tap();
  await expect
    .poll(() => controller.commandsReceived().at(-1))
    .toMatchObject({
      method: 'setColor',
      params: { components: { Red: 0, Green: 220, Blue: 60, WarmWhite: 0 } }
    });
  await expect(sheet.getByRole('button', { name: 'Green' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sheet.locator('.sheet-icon')).toHaveCSS('background-color', 'rgb(0, 220, 60)');

  await sheet.getByRole('tab', { name: 'White' }).tap();
  await sheet.getByRole('button', { name: 'Warm white' }).tap();
  await expect
    .poll(() => controller.commandsReceived().at(-1))
    .toMatchObject({ params: { components: { Green: 0, Blue: 0, WarmWhite: 255 } } });
  await expect(sheet.getByRole('slider', { name: 'Warm white' })).toHaveAttribute('aria-valuenow', '255');
});

test('the pad takes a tap as hue and saturation, and a scroll over it sends nothing', async ({
  page,
  controller
}) => {
  await page.goto(`/devices/${LAMP}`);
  const sheet = page.getByRole('dialog', { name: 'Strip' });
  const hue = sheet.getByRole('slider', { name: 'Hue' });
  const middle = async () => {
    const { x, y, width, height } = (await hue.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  await expect(hue).toBeInViewport({ ratio: 1 });
  const target = await middle();
  await page.touchscreen.tap(target.x, target.y);
  await expect.poll(() => controller.commandsReceived().length).toBe(1);
  expect(Number(await hue.getAttribute('aria-valuenow')), 'the middle of all hues').toBeCloseTo(180, -1);

  const touch = await page.context().newCDPSession(page);
  await resize(page, 390, 500);
  await hue.scrollIntoViewIfNeeded();
  const from = await middle();
  const point = (by: number) => [{ x: from.x, y: from.y + by }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) });
  for (let by = -8; by >= -80; by -= 8)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(by) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await middle()).y, 'the sheet has scrolled').toBeLessThan(from.y);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(controller.commandsReceived()).toHaveLength(1);
});

test('the colours and whites of a lamp are accessible, in forced colours too', async ({ page }) => {
  await page.goto(`/devices/${LAMP}`);
  const sheet = page.getByRole('dialog', { name: 'Strip' });
  for (const forcedColors of ['none', 'active'] as const)
    for (const name of ['White', 'Colour']) {
      await page.emulateMedia({ forcedColors });
      await sheet.getByRole('tab', { name }).tap();
      await expect(sheet.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
      const { violations } = await new AxeBuilder({ page }).include('dialog').setLegacyMode(true).analyze();
      expect(violations, `${name}, forced colours ${forcedColors}`).toEqual([]);
    }
});
