import type { Locator } from '@playwright/test';
import { openHomeByAddress, test } from './harness/controller';
import { pointOn } from './harness/input-methods';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { at, openWall } from './wall-page';

test.use({ isShared: true, hasTouch: true });

const EVENING = [{ device: 24, method: 'setLevel', params: { level: 30 } }];

/** A touch in the first window: nobody scrolls to what is near. */
async function touchNear(target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 });
  await target.tap();
}

test('a scene takes one touch, shutters of a floor two, without a scroll', async ({ page, controller }) => {
  await openHomeByAddress(page);
  await (await proxyOf(page)).putScene('film', 'Film', EVENING);
  await touchNear(page.getByRole('group', { name: 'Scenes' }).getByRole('button', { name: 'Film' }));
  await expect.poll(() => controller.commandsReceived()).toMatchObject(EVENING);
  await touchNear(page.getByRole('button', { name: 'Ground floor: shutters' }));
  await touchNear(page.getByRole('dialog').getByRole('button', { name: 'Close all shutters' }));
  const shutters = [26, 27, 58].map((device) => ({ device }));
  await expect.poll(() => controller.commandsReceived().slice(1)).toMatchObject(shutters);
});

test('a room is kept as a scene by two touches and a name', async ({ page, controller }) => {
  await openHomeByAddress(page);
  await page.goto('/rooms/12');
  await touchNear(page.getByRole('link', { name: 'Keep this as a scene' }));
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Cooking');
  await touchNear(page.getByRole('button', { name: 'Save' }));
  const kept = page.getByRole('group', { name: 'Scenes' }).getByRole('button', { name: 'Cooking' });
  await expect(kept).toHaveAccessibleDescription('As set');
  await page.getByRole('link', { name: 'Keep this as a scene' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.keyboard.type('Never');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Never' })).toHaveCount(0);
  expect(controller.commandsReceived()).toEqual([]);
});

test('a hold on a room’s lamp leads to “Off in 30 min”, by one more touch', async ({ page, touch }) => {
  await openHomeByAddress(page);
  await touch.down(await pointOn(page.getByRole('switch', { name: 'Lights in Kitchen' })));
  const sheet = page.getByRole('dialog', { name: 'Lights in Kitchen' });
  await expect(sheet).toBeVisible();
  await touch.up();
  await touchNear(sheet.getByRole('button', { name: 'Off in 30 min' }));
  await expect(sheet.getByText(/^Off in (29|30) min/)).toBeVisible();
});

test('a phone has eight scenes and favourites on top, and rooms on the first screen', async ({ page }) => {
  await openHomeByAddress(page);
  const proxy = await proxyOf(page);
  for (const name of ['Film', 'Dinner']) await proxy.putScene(name.toLowerCase(), name, EVENING);
  const top = async (target: Locator) => (await target.boundingBox())?.y ?? Infinity;
  const scenes = page.getByRole('group', { name: 'Scenes' });
  await expect.poll(() => top(scenes.getByRole('button', { name: 'Film' }))).toBeLessThan(220);
  expect(await top(page.getByRole('link', { name: /^Living room/ }))).toBeLessThan(620);

  for (let at = 0; at < 6; at += 1) await proxy.putScene(`s${at}`, `Scene ${at}`, EVENING);
  await expect(page.getByRole('button', { name: /^All \d+/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Details of Thermostat' })).toHaveCount(0);
  await page.getByRole('button', { name: /^All \d+/ }).tap();
  await expect(page.getByRole('button', { name: 'Details of Thermostat' })).toBeVisible();
});

test.describe('on a wall', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a drag up or down on a room’s lamp dims the room', async ({ page, touch, controller }) => {
    await openWall(page, at(14));
    const lamp = page.getByRole('switch', { name: 'Lights in Kitchen' });
    const { x, y } = await pointOn(lamp);
    const drag = async (by: number) => {
      await touch.down({ x, y });
      await touch.move({ x, y: y + Math.sign(by) * 16 }, 0, 1);
      await touch.move({ x, y: y + by }, 0, 4);
      await expect(page.locator('.lamp-bubble')).toHaveText(/\d+ %/);
      await touch.up();
      await expect(page.locator('.lamp-bubble')).toHaveCount(0);
    };
    const sent = () => controller.commandsReceived().map(({ device, method }) => [device, method]);
    await drag(-60);
    await expect.poll(sent).toEqual([[42, 'setLevel']]);
    expect(controller.device(42)?.params['Level'], 'brighter').toBeGreaterThan(70);
    await page.clock.runFor(3000);
    await drag(400);
    await expect(lamp).not.toBeChecked();
    const off = [42, 41, 44].map((device) => [device, 'setStatus']);
    await expect.poll(sent, 'each lamp goes off').toEqual([[42, 'setLevel'], ...off]);
    await page.clock.runFor(3000);
    await touch.tap({ x, y });
    await expect(lamp).toBeChecked();
    await expect.poll(() => sent().length, 'one touch, one command').toBe(5);
  });
});
