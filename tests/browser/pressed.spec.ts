import type { Locator, Page } from '@playwright/test';
import { houseOf } from '../../tools/support/house';
import { signInByAddress, test } from './harness/controller';
import { pointOn } from './harness/input-methods';
import { expect } from './harness/test';
import { WORKBENCH } from './harness/workbench';

test.use({ house: houseOf(WORKBENCH), isShared: true });

/** Records whether the next touch changes the look of its target in the following frame. */
async function watchNextTouch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const lookOf = (element: Element) =>
      [element, ...element.querySelectorAll('*')]
        .map((part) => {
          const { backgroundColor, opacity, transform } = getComputedStyle(part);
          return `${backgroundColor} ${opacity} ${transform}`;
        })
        .join();
    const isSeen = new Promise<boolean>((resolve) =>
      addEventListener(
        'pointerdown',
        ({ target }) => {
          const pressed = target instanceof Element ? target.closest('a, button, label, .tile-face') : null;
          const before = pressed && lookOf(pressed);
          requestAnimationFrame(() => resolve(pressed !== null && lookOf(pressed) !== before));
        },
        { capture: true, once: true }
      )
    );
    Reflect.set(globalThis, 'isSeen', () => isSeen);
  });
}

/** Targets by page. */
const PRESSABLE: readonly (readonly [string, (page: Page) => readonly Locator[]])[] = [
  [
    '/',
    (page) => [
      page.getByRole('link', { name: /^Workbench/ }),
      page.getByRole('link', { name: '4 lights on', exact: true }),
      page.getByRole('link', { name: 'Settings' })
    ]
  ],
  [
    `/rooms/${WORKBENCH.id}`,
    (page) => [
      page.getByRole('switch', { name: 'Lamp', exact: true }),
      page.getByRole('button', { name: 'Details of Lamp' }),
      page.getByRole('group', { name: 'Shutter', exact: true }).getByRole('button', { name: 'Open' }),
      page.getByRole('button', { name: 'Increase Climate target temperature' }),
      page.getByRole('switch', { name: /^Lights in/ }),
      page.getByRole('group', { name: 'Motion', exact: true })
    ]
  ],
  [
    '/devices/108',
    (page) => [
      page.getByRole('radio', { name: 'Cool' }).locator('..'),
      page.getByRole('dialog').getByRole('button', { name: 'Done' })
    ]
  ],
  [
    '/devices/102',
    (page) => [
      page.getByRole('dialog').getByRole('switch', { name: 'Chime', exact: true }),
      page.getByRole('dialog').getByRole('button', { name: 'Press' })
    ]
  ]
];

test('a touched control shows it in the next frame, and no longer once the touch is cancelled', async ({
  page,
  touch,
  commandLog
}) => {
  await signInByAddress(page);
  for (const [address, listOn] of PRESSABLE) {
    await page.goto(address);
    for (const target of listOn(page)) {
      const point = await pointOn(target);
      await watchNextTouch(page);
      await touch.down(point);
      expect(await page.evaluate<boolean>('isSeen()'), String(target)).toBe(true);
      await touch.cancel();
      await expect(page.locator('[data-pressed]')).toHaveCount(0);
    }
  }
  await commandLog.expect();
});
