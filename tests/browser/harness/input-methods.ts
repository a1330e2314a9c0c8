import type { Locator, Page } from '@playwright/test';
import type { Hand, Place } from '../../support/touch-driver';
import { expect } from './test';

/** An input method: touch, mouse or keyboard. */
export interface Way {
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
export async function placeOn(target: Locator, across = 0.5, down = 0.5): Promise<Place> {
  // Centred, because a page's header can cover elements at the edge.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await target.hover({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error(`${String(target)} is not to be seen`);
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** The button that raises a spinbutton, such as "Increase Bedroom target temperature". */
async function raiserOf(spinbutton: Locator): Promise<Locator> {
  const name = await spinbutton.getAttribute('aria-label');
  return spinbutton.locator('..').getByRole('button', { name: `Increase ${name ?? ''}` });
}

/** The distance that moves a slider by a tenth, in px. */
async function tenthOf(slider: Locator): Promise<number> {
  return (await slider.evaluate(({ clientWidth }) => clientWidth)) / 10;
}

/** Touches: taps, drags, a hold to open the sheet, a pull to close it. */
export function byTouch(hand: Hand): Way {
  const tap = (place: Place) => hand.tap(place);
  return {
    name: 'touch',
    press: async (target) => tap(await placeOn(target)),
    async slide(slider, direction) {
      const { x, y } = await placeOn(slider);
      await hand.down({ x, y });
      // The first steps only start the slide.
      await hand.move({ x: x + direction * 16, y }, 0, 1);
      await hand.move({ x: x + direction * (16 + (await tenthOf(slider))), y }, 0, 4);
      await hand.up();
    },
    choose: async (next) => tap(await placeOn(next.locator('..'))),
    async stepUp(spinbutton) {
      await tap(await placeOn(await raiserOf(spinbutton)));
    },
    async open(tile) {
      await hand.down(await placeOn(tile, 0.4, 28 / ((await tile.boundingBox())?.height ?? 56)));
      await expect(tile.page().getByRole('dialog')).toBeVisible();
      await hand.up();
    },
    async close(sheet) {
      const grip = await placeOn(sheet.getByRole('heading').first());
      await hand.down(grip);
      await hand.move({ ...grip, y: grip.y + 160 });
      await hand.up();
      await expect(sheet).toHaveCount(0);
    }
  };
}

/** Mouse: clicks, drags, the details button to open the sheet, its own button to close it. */
export function byMouse({ mouse }: Page): Way {
  const click = async ({ x, y }: Place) => mouse.click(x, y);
  return {
    name: 'mouse',
    press: async (target) => click(await placeOn(target)),
    async slide(slider, direction) {
      const { x, y } = await placeOn(slider);
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + direction * 12, y);
      await mouse.move(x + direction * (12 + (await tenthOf(slider))), y, { steps: 4 });
      await mouse.up();
    },
    choose: async (next) => click(await placeOn(next.locator('..'))),
    async stepUp(spinbutton) {
      await click(await placeOn(await raiserOf(spinbutton)));
    },
    open: async (tile) => click(await placeOn(tile.getByRole('button', { name: /^Details of / }))),
    async close(sheet) {
      await click(await placeOn(sheet.getByRole('button', { name: 'Done' })));
      await expect(sheet).toHaveCount(0);
    }
  };
}

/** Keyboard: Enter, page keys, arrows, Escape. */
export function byKeyboard({ keyboard }: Page): Way {
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
