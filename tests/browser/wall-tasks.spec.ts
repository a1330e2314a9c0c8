import type { Locator } from '@playwright/test';
import type { TouchDriver } from '../support/touch-driver';
import { test } from './harness/controller';
import { expect } from './harness/test';
import { followLink } from './harness/view';
import { at, openWall, room } from './wall-page';

test.use({ viewport: { width: 1280, height: 800 } });

const KITCHEN_LAMPS = [41, 42];
const SMOKE = 48;
const SIREN = 71;
/** Longer than a hold on walls, in ms. */
const HOLD_MS = 900;
/** From one touch to the next, in ms. */
const FAST_MS = 150;
/** The height of a drag that dims a room, in px. */
const DRAG_PX = 60;

/** The middle of what is drawn, once it takes touches and rests. */
async function middleOf(drawn: Locator) {
  await expect(drawn).toBeVisible();
  await expect(drawn).toBeEnabled();
  // For half a second a question or a notice takes no touch that was meant for what was there before.
  await expect(drawn.page().locator('.settling')).toHaveCount(0);
  await drawn.scrollIntoViewIfNeeded();
  let box = await drawn.boundingBox();
  await expect
    .poll(async () => {
      const before = JSON.stringify(box);
      box = await drawn.boundingBox();
      return box !== null && JSON.stringify(box) === before;
    })
    .toBe(true);
  if (!box) throw new Error('it is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Touches the place where something is drawn, whatever lies there. */
const touchAt = async (touch: TouchDriver, drawn: Locator) => touch.tap(await middleOf(drawn));

test('what a household does on a wall works by touches on places', async ({ page, controller, touch }) => {
  test.slow();
  await openWall(page, at(14));
  const received = () => controller.commandsReceived();
  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true });
  const report = page.locator('#foot');
  const lamp = page.getByRole('switch', { name: 'Lights in Kitchen' });
  const undo = async () => {
    await touchAt(touch, report.getByRole('button', { name: 'Undo' }));
  };
  const goHome = async () => {
    await touchAt(touch, page.getByRole('link', { name: 'Back' }).first());
    await expect(lamp).toBeVisible();
  };

  await test.step('a lamp', async () => {
    await touchAt(touch, lamp);
    await expect
      .poll(() => received().map(({ device }) => device))
      .toEqual(expect.arrayContaining(KITCHEN_LAMPS));
    await expect(report).toContainText(/Kitchen: \d lights? off/);
    await undo();
    await expect(lamp).toBeChecked();
    await expect(report).toContainText(/Kitchen: \d lights? on/);
  });
  await test.step('dim a room', async () => {
    const living = page.getByRole('switch', { name: 'Lights in Living room' });
    const from = await middleOf(living);
    const before = received().length;
    await touch.down(from);
    await touch.move({ x: from.x, y: from.y + DRAG_PX });
    await touch.up();
    await expect
      .poll(() =>
        received()
          .slice(before)
          .map(({ method }) => method)
      )
      .toContain('setLevel');
  });
  await test.step('all off', async () => {
    await touchAt(touch, page.getByRole('button', { name: 'Turn off all lights' }));
    await touchAt(touch, answer('Turn off'));
    await expect(report).toContainText('Whole home: ');
    await undo();
    await expect(report).toContainText(/Whole home: \d+ lights? on/);
    await expect(lamp).toBeChecked();
  });
  await test.step('a shutter and a thermostat', async () => {
    await touchAt(touch, page.getByRole('tab', { name: 'Ground floor' }));
    const before = received().length;
    await touchAt(
      touch,
      page.getByRole('group', { name: 'Garden window' }).getByRole('button', { name: /^Close/ })
    );
    await touchAt(
      touch,
      page
        .locator('.devices')
        .getByRole('button', { name: /^Increase/ })
        .first()
    );
    await expect
      .poll(
        () =>
          new Set(
            received()
              .slice(before)
              .map(({ device }) => device)
          ).size
      )
      .toBe(2);
  });
  await test.step('off in 30 minutes', async () => {
    await touchAt(touch, page.getByRole('tab', { name: 'All' }));
    const place = await middleOf(lamp);
    await touch.down(place);
    await page.waitForTimeout(HOLD_MS);
    await touch.up();
    const sheet = page.getByRole('dialog');
    await touchAt(touch, sheet.getByRole('button', { name: 'Off later' }));
    await touchAt(touch, sheet.getByText('30 min', { exact: true }));
    await touchAt(touch, sheet.getByRole('button', { name: 'Set', exact: true }));
    await expect(sheet.getByRole('button', { name: 'Cancel timer' })).toBeVisible();
    await touchAt(touch, sheet.getByRole('button', { name: 'Done', exact: true }));
    await expect(sheet).toHaveCount(0);
  });
  await test.step('leaving, and undo', async () => {
    await touchAt(touch, page.getByRole('link', { name: 'Leaving' }));
    await touchAt(touch, page.getByRole('main').getByRole('button', { name: /^Turn off/ }));
    await undo();
    await expect(report).toContainText('Leaving: undone');
    await goHome();
  });
  await test.step('why is it cold, and the terrace door last night', async () => {
    await touchAt(touch, room(page, 'Living room').locator('.room-name'));
    await touchAt(touch, page.getByText('Terrace door').first());
    await expect(page.getByRole('dialog')).toContainText('Terrace door');
    await touchAt(touch, page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }));
    await goHome();
  });
  await test.step('an alarm', async () => {
    controller.setDevice(SMOKE, { params: { Tripped: true } });
    const alarm = page.getByRole('alertdialog');
    await expect(alarm).toContainText('Smoke');
    await page.clock.runFor(2000);
    await touchAt(touch, alarm.getByRole('button', { name: 'I’ve seen it' }));
    await expect(alarm).toHaveCount(0);
  });
});

test('on a wall digits and steps take each touch, however fast, and two on a siren sound nothing', async ({
  page,
  controller,
  touch
}) => {
  await openWall(page, at(14));
  /** Touches places one after the other, as fast as a practised finger. */
  const touchFast = async (...drawn: readonly Locator[]) => {
    const places = [];
    for (const each of drawn) places.push(await middleOf(each));
    for (const place of places) {
      await touch.tap(place);
      await page.waitForTimeout(FAST_MS);
    }
  };
  await followLink(page, '/devices/33');
  const target = page.getByRole('dialog').getByRole('spinbutton').first();
  await expect(target).toBeEnabled();
  const before = Number(await target.getAttribute('aria-valuenow'));
  const more = page
    .getByRole('dialog')
    .getByRole('button', { name: /^Increase/ })
    .first();
  await touchFast(more, more, more, more);
  await expect(target).toHaveAttribute('aria-valuenow', String(before + 2));

  await followLink(page, '/rooms/14');
  const siren = page.getByRole('switch', { name: 'Siren' });
  await touchFast(siren, siren);
  await expect(page.getByRole('alertdialog')).toContainText('Turn on Siren?');
  expect(controller.commandsReceived().filter(({ device }) => device === SIREN)).toEqual([]);
  await page.keyboard.press('Escape');

  await followLink(page, '/settings');
  await touchAt(touch, page.getByText('PIN for this tablet'));
  await touchAt(touch, page.getByRole('button', { name: 'Set a PIN' }));
  const pad = page.getByRole('dialog', { name: 'Set a PIN' });
  const digit = (name: string) => pad.getByRole('button', { name, exact: true });
  for (const pin of ['1122', '0000']) {
    await touchFast(...pin.split('').map(digit));
    await expect(pad.getByRole('textbox')).toHaveValue(pin);
    await pad.getByRole('textbox').fill('');
  }
});
