import type { Locator, Page } from '@playwright/test';
import type { VirtualController } from '../../proxy/sources/virtual/start';
import type { TouchDriver } from '../support/touch-driver';
import { test as withController } from './harness/controller';
import { resize } from './harness/resize';
import { expect } from './harness/test';
import { at, onEachPage, openWall, WALL_SIZES } from './wall-page';

const test = withController.extend({ isShared: true });
test.use({ viewport: { width: 1280, height: 800 } });

/** A wall with what presses on it, and what receives its commands. */
interface Wall {
  readonly page: Page;
  readonly controller: VirtualController;
  readonly touch: TouchDriver;
}

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

for (const { width, height } of WALL_SIZES.slice(0, 2))
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
