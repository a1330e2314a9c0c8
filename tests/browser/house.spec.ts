import type { Page } from '@playwright/test';
import { test } from './harness/controller';
import { expect } from './harness/test';
import { at, MINUTE_MS, openWall, screensaver } from './wall-page';

/** The only lamp of the landing, which is off, the terrace door and the smoke alarm. */
const STAIRS = 131;
const DOOR = 32;
const SMOKE = 48;

test.use({ viewport: { width: 1280, height: 800 } });

/** What is redrawn within the house: the windows that it belongs to, and whether anything else is. */
const watchRedrawn = (page: Page) =>
  page.evaluate(() => {
    const house = document.querySelector('[aria-label="The house"]');
    const redrawn = new Set<string>();
    document.documentElement.dataset['redrawn'] = '';
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const shown = target instanceof Element ? target.closest('.window') : null;
        redrawn.add(shown?.querySelector('span')?.textContent ?? target.nodeName);
      }
      document.documentElement.dataset['redrawn'] = [...redrawn].join();
    });
    if (house) observer.observe(house, { subtree: true, childList: true, attributes: true });
  });

test('each window of the house is its room’s lamp', async ({ page, controller, commandLog }) => {
  await openWall(page, at(14), { hasNight: false });
  await page.getByRole('button', { name: 'Next page' }).click();
  const house = page.getByRole('group', { name: 'The house' });
  await expect(house.getByRole('switch')).toHaveCount(14);
  const lamp = house.getByRole('switch', { name: 'Lights in Landing' });
  await expect(lamp).not.toBeChecked();

  await watchRedrawn(page);
  controller.setDevice(STAIRS, { params: { Status: true } });
  await expect(lamp).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-redrawn', 'Landing');

  // The goal of a touch is there before the next frame.
  const isDark = await lamp.evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return button.ariaChecked === 'false' && button.parentElement?.querySelector('g[fill^="rgb"]') === null;
  });
  expect(isDark).toBe(true);
  await commandLog.expect({ device: STAIRS, method: 'setStatus', params: { status: false } });
});

test('on a wall that sleeps the house is one picture with its sentence', async ({ page, controller }) => {
  await openWall(page, at(18), { hasNight: false });
  await page.clock.fastForward(6 * MINUTE_MS);
  const picture = screensaver(page).getByRole('img', { name: 'All closed. 9 lights on.' });
  await expect(picture).toBeVisible();
  await expect(screensaver(page).getByRole('switch')).toHaveCount(0);
  const lit = picture.locator('g[fill^="rgb"]');
  const before = await lit.count();
  // The clock of the page stands still: what is said waits for its turn, and light does not.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  controller.setDevice(STAIRS, { params: { Status: true } });
  await expect(lit).toHaveCount(before + 1);
  controller.setDevice(DOOR, { params: { Tripped: true } });
  await expect(picture.locator('path[d^="M20 16L2"]')).toHaveCount(1);
});

test('a hold of the sky plays the recorded day, and nothing of now', async ({
  page,
  controller,
  commandLog
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route(/\/record$/, (route) => route.fulfill({ json: { isWanted: true, state: 'on' } }));
  await page.route(/\/record\/values/, (route) => {
    const devices = { [STAIRS]: { Status: Array.from({ length: 288 }, () => ({ true: 1 })) } };
    return route.fulfill({ json: { since: 0, from: 0, until: 1, devices } });
  });
  await openWall(page, at(14), { hasNight: false });
  await page.getByRole('button', { name: 'Next page' }).click();
  const house = page.getByRole('group', { name: 'The house' });
  const switches = house.getByRole('switch');
  await expect(switches).toHaveCount(14);
  const landing = await house.getByRole('switch', { name: 'Lights in Landing' }).boundingBox();
  const frame = page.getByRole('button', { name: 'Look back Not now' });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

  await house.hover({ position: { x: 90, y: 30 } });
  await page.mouse.down();
  await page.clock.runFor(700);
  await expect(frame).toContainText('Yesterday 14:00');
  await expect(frame).toBeFocused();
  await expect(house.locator('g[fill^="rgb"]')).toHaveCount(1);
  await expect(switches).toHaveCount(0);
  await page.mouse.up();
  await page.clock.runFor(10_100);
  await expect(frame).toContainText(/Today 02:(?:05|10)/);
  await page.mouse.click((landing?.x ?? 0) + 20, (landing?.y ?? 0) + 20);
  await expect(switches).toHaveCount(14);
  await commandLog.expect();

  const entry = page.getByRole('button', { name: 'Look back' });
  const replay = async () => {
    await entry.press('Enter');
    await expect(frame).toBeVisible();
  };
  await replay();
  await page.keyboard.press('Escape');
  await expect(switches).toHaveCount(14);
  await replay();
  await page.clock.runFor(21_000);
  await expect(switches).toHaveCount(14);
  await replay();
  controller.setDevice(SMOKE, { params: { Tripped: true } });
  await expect(entry).toHaveCount(0);
});

test('photos of the owner change each minute, and are dimmed at night', async ({ page }) => {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const png = Buffer.from(PIXEL, 'base64');
  await page.route('**/api/controllers/*/photos', (route) =>
    route.fulfill({ json: { photos: ['one', 'two'] } })
  );
  await page.route('**/api/controllers/*/photos/*', (route) =>
    route.fulfill({ contentType: 'image/png', body: png })
  );
  await openWall(page, at(21, 50), { nightFrom: 22 * 60 });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Screensaver' }).getByText('Photos').click();
  await page.clock.fastForward(MINUTE_MS + 1000);
  await page.clock.fastForward(5 * MINUTE_MS);
  const photo = screensaver(page).locator('img').last();
  const first = await photo.getAttribute('src');
  await expect(screensaver(page)).toContainText('21:5');
  await page.clock.fastForward(MINUTE_MS);
  await expect(photo).not.toHaveAttribute('src', first ?? '');
  await expect(photo).toHaveCSS('filter', 'none');
  await page.clock.fastForward(10 * MINUTE_MS);
  await expect(photo).toHaveCSS('filter', 'brightness(0.2)');
});
