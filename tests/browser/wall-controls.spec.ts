import type { Locator, Page } from '@playwright/test';
import type { VirtualController } from '../../proxy/sources/virtual/start';
import type { TouchDriver } from '../support/touch-driver';
import { test as withController } from './harness/controller';
import { findCoveredControls } from './harness/covered-controls';
import { resize } from './harness/resize';
import { expect } from './harness/test';
import { at, openWall } from './wall-page';

const test = withController.extend({ isShared: true });
test.use({ viewport: { width: 1280, height: 800 } });

/** Sizes of wall tablets. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 768 },
  { width: 1024, height: 600 },
  { width: 1920, height: 1080 }
];

/** A wall with what presses on it, and what receives its commands. */
interface Wall {
  readonly page: Page;
  readonly controller: VirtualController;
  readonly touch: TouchDriver;
}

const tabsOf = (page: Page) => page.getByRole('tab');

/** Opens each page of each tab of the wall in turn, and does something there. */
async function onEachPage(page: Page, visit: (name: string) => Promise<void>): Promise<void> {
  const names = await tabsOf(page).allTextContents();
  expect(names.length, 'a page of all rooms, and one for each floor').toBeGreaterThan(3);
  const next = page.getByRole('button', { name: 'Next page' });
  for (const [index, name] of names.entries()) {
    await tabsOf(page).nth(index).click();
    await expect(tabsOf(page).nth(index)).toHaveAttribute('aria-selected', 'true');
    await visit(name);
    while ((await next.count()) > 0 && (await next.isEnabled())) {
      await next.click();
      await visit(`${name}, a further page`);
    }
  }
}

test('nothing covers the middle of a control on any page of the wall, at five sizes', async ({ page }) => {
  await openWall(page, at(14));
  for (const { width, height } of SIZES) {
    await resize(page, width, height);
    await onEachPage(page, async (name) => {
      await expect(page.locator('.wall-tile').first()).toBeVisible();
      expect.soft(await findCoveredControls(page), `${name} at ${width}x${height}`).toEqual([]);
    });
  }
});

/** Presses where a wall draws a button of a tile, and returns the name of the device whose command arrives. */
async function pressByPlace({ page, controller, touch }: Wall, tile: string, button: Locator) {
  const before = controller.commandsReceived().length;
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not drawn');
  await touch.tap({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const label = await button.getAttribute('aria-label');
  // The only entrance of the house asks.
  if (tile === 'Garage door' && label === 'Open')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect
    .poll(() => controller.commandsReceived().length, {
      message: `a command of ${tile}, ${String(label)}`,
      intervals: [20]
    })
    .toBeGreaterThan(before);
  return controller.device(controller.commandsReceived().at(-1)?.device ?? 0)?.name;
}

for (const { width, height } of SIZES.slice(0, 2))
  test(`a touch where a wall draws a button of a device sends its command, at ${width}x${height}`, async ({
    page,
    controller,
    touch
  }) => {
    await openWall(page, at(14));
    await resize(page, width, height);
    let pressed = 0;
    await onEachPage(page, async () => {
      const tiles = page.locator('.devices').getByRole('group');
      for (const tile of await tiles.all())
        for (const button of await tile.locator('.tile-control button:enabled').all()) {
          const name = (await tile.getAttribute('aria-label')) ?? '';
          expect(await pressByPlace({ page, controller, touch }, name, button)).toBe(name);
          await expect(page.getByRole('dialog'), `${name} opens no sheet`).toHaveCount(0);
          pressed += 1;
        }
    });
    expect(pressed, 'buttons of thermostats and shutters').toBeGreaterThan(9);
  });
