import type { Locator, Page } from '@playwright/test';
import type { TouchDriver, Point } from '../../support/touch-driver';
import { expect } from './test';

/** An input method: touch, mouse or keyboard. */
export interface InputMethod {
  readonly name: string;
  /** Activates a button or a switch. */
  press(target: Locator): Promise<void>;
  /** Moves a slider up (1) or down (-1) by about a tenth of its range, and releases it. */
  slide(slider: Locator, direction: 1 | -1): Promise<void>;
  /** Selects the option after the selected one. */
  choose(next: Locator): Promise<void>;
  /** Steps a value up once. */
  stepUp(spinbutton: Locator): Promise<void>;
  /** Opens a device's sheet from its tile. */
  open(tile: Locator): Promise<void>;
  close(sheet: Locator): Promise<void>;
}

/**
 * A point of an element, as shares of its width and height. Scrolls it into view and waits until it is
 * stable.
 */
export async function pointOn(target: Locator, across = 0.5, down = 0.5): Promise<Point> {
  // Centred, because a page's header can cover elements at the edge.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await target.hover({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error(`${String(target)} is not to be seen`);
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** The button that raises a spinbutton, such as "Increase Bedroom target temperature". */
async function increaseButtonOf(spinbutton: Locator): Promise<Locator> {
  const name = await spinbutton.getAttribute('aria-label');
  return spinbutton.locator('..').getByRole('button', { name: `Increase ${name ?? ''}` });
}

/** The distance that moves a slider by a tenth, in px. */
async function tenthOfWidth(slider: Locator): Promise<number> {
  return (await slider.evaluate(({ clientWidth }) => clientWidth)) / 10;
}

/** Touches: taps, drags, a hold to open the sheet, a pull to close it. */
export function touchInput(touch: TouchDriver): InputMethod {
  const tap = (point: Point) => touch.tap(point);
  return {
    name: 'touch',
    press: async (target) => tap(await pointOn(target)),
    async slide(slider, direction) {
      const { x, y } = await pointOn(slider);
      await touch.down({ x, y });
      // The first steps only start the slide.
      await touch.move({ x: x + direction * 16, y }, 0, 1);
      await touch.move({ x: x + direction * (16 + (await tenthOfWidth(slider))), y }, 0, 4);
      await touch.up();
    },
    choose: async (next) => tap(await pointOn(next.locator('..'))),
    async stepUp(spinbutton) {
      await tap(await pointOn(await increaseButtonOf(spinbutton)));
    },
    async open(tile) {
      await touch.down(await pointOn(tile, 0.4, 28 / ((await tile.boundingBox())?.height ?? 56)));
      await expect(tile.page().getByRole('dialog')).toBeVisible();
      await touch.up();
    },
    async close(sheet) {
      const grip = await pointOn(sheet.getByRole('heading').first());
      await touch.down(grip);
      await touch.move({ ...grip, y: grip.y + 160 });
      await touch.up();
      await expect(sheet).toHaveCount(0);
    }
  };
}

/** Mouse: clicks, drags, the details button to open the sheet, its own button to close it. */
export function mouseInput({ mouse }: Page): InputMethod {
  const click = async ({ x, y }: Point) => mouse.click(x, y);
  return {
    name: 'mouse',
    press: async (target) => click(await pointOn(target)),
    async slide(slider, direction) {
      const { x, y } = await pointOn(slider);
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + direction * 12, y);
      await mouse.move(x + direction * (12 + (await tenthOfWidth(slider))), y, { steps: 4 });
      await mouse.up();
    },
    choose: async (next) => click(await pointOn(next.locator('..'))),
    async stepUp(spinbutton) {
      await click(await pointOn(await increaseButtonOf(spinbutton)));
    },
    open: async (tile) => click(await pointOn(tile.getByRole('button', { name: /^Details of / }))),
    async close(sheet) {
      await click(await pointOn(sheet.getByRole('button', { name: 'Done' })));
      await expect(sheet).toHaveCount(0);
    }
  };
}

/** Keyboard: Enter, page keys, arrows, Escape. */
export function keyboardInput({ keyboard }: Page): InputMethod {
  const press = async (target: Locator, key: string) => {
    await target.focus();
    await keyboard.press(key);
  };
  return {
    name: 'keyboard',
    press: (target) => press(target, 'Enter'),
    slide: (slider, direction) => press(slider, direction > 0 ? 'PageUp' : 'PageDown'),
    choose: (next) => press(next.locator('../..').getByRole('radio', { checked: true }), 'ArrowRight'),
    stepUp: (spinbutton) => press(spinbutton, 'ArrowUp'),
    open: (tile) => press(tile.getByRole('button', { name: /^Details of / }), 'Enter'),
    async close(sheet) {
      await keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    }
  };
}
