import type { Locator, Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { armSensor, SETTLED_MS, seeAlarm } from './harness/alarm';
import {
  openHomeByAddress,
  signInByAddress,
  test as withController,
  waitForAppCache
} from './harness/controller';
import { pointOn } from './harness/input-methods';
import { linkState, untilLive } from './harness/link-state';
import { expect } from './harness/test';

const DOOR = 31;
/** One for each alarm: a sensor that trips again within two minutes continues the alarm that somebody has seen. */
const SENSORS = [41, 42, 43, 44, 45] as const;
const [SMOKE] = SENSORS;
const LONG_NAME = 'Rauchmelder im hinteren Treppenhaus neben der alten Werkbank';
const LONG = 46;

const test = withController.extend({
  house: houseOf(
    roomOf(11, 'Living room', [
      make.lamp(21, 'Floor lamp'),
      make.dimmer(22, 'Ceiling lights', 40),
      make.door(DOOR, 'Terrace door')
    ]),
    roomOf(12, 'Kitchen', [
      ...SENSORS.map((id) => make.smoke(id, `Smoke ${id}`)),
      make.smoke(LONG, LONG_NAME),
      make.lamp(23, 'Kitchen lamp')
    ])
  )
});

const takeover = (page: Page) => page.getByRole('alertdialog', { name: /^Smoke Kitchen/ });
const seen = (page: Page) => takeover(page).getByRole('button', { name: 'I’ve seen it' });
const banner = (page: Page) => page.getByRole('region', { name: 'Alarms' });

/** Whether the alarm is what a finger meets, everywhere on the screen. */
const coversAll = (page: Page) =>
  takeover(page).evaluate((dialog) => {
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    return shares.every((across) =>
      shares.every((down) =>
        dialog.contains(document.elementFromPoint(innerWidth * across, innerHeight * down))
      )
    );
  });

async function centreOf(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('no control');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.describe('in a house of its own', () => {
  test.beforeEach(({ page }) => openHomeByAddress(page));

  test('a danger takes the page of a phone, over a sheet, a question and a notice, until somebody has seen it', async ({
    page,
    controller
  }) => {
    const places = {
      sheet: async () => {
        await openRoom(page, 'Living room');
        await page.getByRole('button', { name: 'Details of Floor lamp' }).click();
        await expect(page.getByRole('dialog', { name: 'Floor lamp' })).toBeVisible();
      },
      question: async () => {
        await page.goto('/now/lights');
        await page.getByRole('button', { name: 'All lights off' }).click();
        await expect(page.getByRole('alertdialog', { name: 'Turn off all lights?' })).toBeVisible();
      },
      notice: async () => {
        await page.goto('/rooms/11');
        await page.getByRole('switch', { name: 'Lights in Living room' }).click();
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      }
    };
    for (const [index, [what, open]] of Object.entries(places).entries())
      await test.step(what, async () => {
        const trip = (isTripped: boolean) =>
          controller.setDevice(SENSORS[index] ?? SMOKE, { params: { Tripped: isTripped } });
        await open();
        const url = page.url();
        trip(true);
        await expect(takeover(page)).toBeVisible();
        expect(await coversAll(page)).toBe(true);
        await expect(takeover(page)).toBeFocused();
        await seeAlarm(page);
        expect(page.url(), 'the page behind it is as it was').toBe(url);
        trip(false);
      });
    await expect(banner(page)).toHaveCount(0);
  });

  test('nothing that is pressed in its first second, or was before, does anything', async ({
    page,
    controller,
    commandLog,
    touch
  }) => {
    let last = 0;
    const trip = async () => {
      controller.setDevice(SENSORS[last] ?? SMOKE, { params: { Tripped: true } });
      await expect(takeover(page)).toBeVisible();
    };
    const end = async () => {
      controller.setDevice(SENSORS[last] ?? SMOKE, { params: { Tripped: false } });
      last += 1;
      await expect(takeover(page)).toHaveCount(0);
    };
    await openRoom(page, 'Living room');
    const lamp = page.getByRole('switch', { name: 'Floor lamp' });
    const slider = page.getByRole('slider', { name: 'Ceiling lights' });
    await expect(lamp).toBeEnabled();

    await test.step('taps, keys and the back gesture', async () => {
      const under = await centreOf(lamp);
      await trip();
      await page.mouse.click(under.x, under.y);
      await page.mouse.click(195, 800);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(takeover(page)).toBeVisible();
      await page.waitForTimeout(SETTLED_MS);
      await expect(takeover(page)).toBeVisible();
      expect(await coversAll(page)).toBe(true);
      await end();
    });

    for (const [what, control, moves] of [
      ['a touch that is held on a switch', lamp, false],
      ['a drag of a slider', slider, true]
    ] as const)
      await test.step(what, async () => {
        const point = await pointOn(control);
        await touch.down(point);
        if (moves) await touch.move({ x: point.x + 60, y: point.y }, 0, 4);
        await trip();
        await page.waitForTimeout(SETTLED_MS);
        await touch.move({ x: point.x + 80, y: point.y }, 0, 2);
        await touch.up();
        await page.waitForTimeout(300);
        await expect(takeover(page)).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await end();
      });

    await test.step('a mouse button that is held', async () => {
      const { x, y } = await pointOn(lamp);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await trip();
      await page.waitForTimeout(SETTLED_MS);
      const button = await centreOf(seen(page));
      await page.mouse.move(button.x, button.y);
      await page.mouse.up();
      await expect(takeover(page)).toBeVisible();
      await page.waitForTimeout(200);
      await seen(page).click();
      await expect(takeover(page)).toHaveCount(0);
    });
    expect(commandLog.unchecked).toEqual([]);
    await lamp.click();
    await expect.poll(() => commandLog.unchecked.length, 'the page works again').toBe(1);
  });

  test('a key or gesture that closes it tells nobody, and its room is one touch away', async ({
    page,
    controller
  }) => {
    controller.setDevice(SMOKE, { params: { Tripped: true } });
    await expect(takeover(page)).toBeVisible();
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press('Escape');
    await expect(takeover(page)).toHaveCount(0);
    await expect(banner(page).getByRole('button', { name: 'I’ve seen it' })).toBeVisible();

    await page.reload();
    await expect(takeover(page)).toBeVisible();
    await page.waitForTimeout(SETTLED_MS);
    await takeover(page).getByRole('button', { name: 'Show room' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible();
    await expect(takeover(page)).toHaveCount(0);
    controller.setDevice(SMOKE, { params: { Tripped: false } });
    await expect(banner(page)).toHaveCount(0);
  });

  test('an armed sensor keeps the banner', async ({ page, controller }) => {
    await armSensor(page, controller, DOOR);
    controller.setDevice(DOOR, { params: { Tripped: true } });
    await expect(banner(page)).toContainText('Terrace door open');
    await page.waitForTimeout(SETTLED_MS);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('with large text on a small phone the alarm scrolls and its buttons are in reach', async ({
    page,
    controller
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    controller.setDevice(LONG, { params: { Tripped: true, lasttrip: Math.floor(Date.now() / 1000) } });
    await expect(takeover(page)).toBeVisible();
    for (const name of ['I’ve seen it', 'Quiet until it is over', 'Show room'])
      await expect(takeover(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const { width, sideways } = await takeover(page).evaluate((dialog) => ({
      width: dialog.clientWidth,
      sideways: dialog.scrollWidth
    }));
    expect(sideways).toBe(width);
  });
});

test('an alarm that another phone has seen leaves the page, and there is none after a reload', async ({
  page,
  second,
  controller,
  home
}) => {
  await openHomeByAddress(page);
  const other = await second.newPage();
  await openHomeByAddress(other, home.url);
  controller.setDevice(SMOKE, { params: { Tripped: true } });
  await expect(takeover(page)).toBeVisible();
  await expect(takeover(other)).toBeVisible();
  await seeAlarm(other);
  await expect(takeover(page)).toHaveCount(0);
  await page.reload();
  await untilLive(page);
  await expect(banner(page)).toContainText('Smoke');
  await page.waitForTimeout(SETTLED_MS);
  await expect(takeover(page)).toHaveCount(0);
});

test.describe('without a connection', () => {
  test.use({ hasServiceWorker: true });

  test('a phone that is opened shows the danger that its home was in, with its age', async ({
    page,
    home,
    controller
  }) => {
    await page.goto(await signInByAddress(page));
    await untilLive(page);
    await waitForAppCache(page);
    controller.setDevice(SMOKE, { params: { Tripped: true } });
    await expect(takeover(page)).toBeVisible();
    await page.goto('about:blank');
    await home.stop();
    await page.goto(home.url);
    await expect(takeover(page)).toContainText(/as of /);
    await seeAlarm(page);
    await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
  });
});
