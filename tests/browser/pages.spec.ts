import { controllerAt } from '../../tools/support/test-variables';
import { partOf } from '../faults/storm';
import { IN_ITS_TIME } from './demo-home';
import { seeAlarm } from './harness/alarm';
import { signInByAddress, test } from './harness/controller';
import { replaceControllerState } from './harness/controller-state';
import { linkState } from './harness/link-state';
import { signIn } from './harness/sign-in';
import { expect } from './harness/test';
import { goTo } from './harness/view';
import { checkView } from './harness/view-checks';
import { OTHER_SCREEN, SIGNED_OUT_VIEWS, PAGES, SHEETS } from './harness/views';
import { at, MINUTE_MS, openWall, screensaver, status } from './wall-page';

test.describe.configure({ mode: 'parallel' });

test.use({ options: async ({ controller }, use) => use(controllerAt(controller.port)) });

for (const [what, views] of [
  ['signed-out screens', SIGNED_OUT_VIEWS],
  ['pages of a home', partOf(PAGES, 2)],
  ['sheets and dialogs', partOf(SHEETS, 2, 1)]
] as const)
  test(`${what}: all views are accessible`, async ({ page, controller, request }) => {
    test.setTimeout(300_000);
    controller.setDevice(48, { params: { Tripped: true } });
    if (what !== 'signed-out screens') {
      await signInByAddress(page);
      await page.goto('/');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkView(page, 'alarm', true);
      await seeAlarm(page);
    }
    if (what === 'sheets and dialogs')
      await signIn({ request }, { address: '127.0.0.1', screen: OTHER_SCREEN });
    for (const view of views)
      await test.step(view.name, async () => {
        await view.show(page);
        await checkView(page, view.name, view.isPage);
      });
  });

test.describe('with a service worker', () => {
  test.use({ hasServiceWorker: true });

  test('a page without a connection is accessible', async ({ page, controller, home }) => {
    const setState = await replaceControllerState(page);
    await signInByAddress(page);
    await page.goto('/rooms/11');
    await expect(linkState(page)).toHaveText('Live');

    setState('changed');
    await expect(page.getByText('If your controller moved')).toBeVisible();
    await checkView(page, 'controller-changed', true);
    setState('online');
    await expect(linkState(page)).toHaveText('Live');

    const plugIn = await controller.unplug();
    await expect(linkState(page)).toHaveText('Controller not responding', IN_ITS_TIME);
    await checkView(page, 'room-unreachable', true);

    controller.expireTokens({ refresh: true });
    await plugIn();
    await expect(linkState(page)).toHaveText('Signed out', IN_ITS_TIME);
    await checkView(page, 'locked', false);
    await page.getByLabel('Password', { exact: true }).fill('demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(linkState(page)).toHaveText('Live');

    await home.stop();
    await expect(linkState(page)).toHaveText(/Reconnecting…|Offline/);
    await checkView(page, 'room-offline', true);
  });
});

test.describe('on a wall tablet', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('pages are accessible in both themes: in an alarm, without a connection and at night', async ({
    page,
    controller,
    home,
    faults
  }) => {
    test.setTimeout(120_000);
    faults.expected.push(/Failed to load resource|WebSocket/);
    const check = (name: string, within = 'body') => checkView(page, name, false, within);
    await openWall(page, at(20));
    const lamp = page.getByRole('switch', { name: 'Lights in Living room' });
    await expect(lamp).toBeChecked();
    await page.getByRole('tab', { name: 'Ground floor' }).click();
    await expect(page.getByRole('region', { name: 'On this floor' })).toBeVisible();
    await check('floor');

    await goTo(page, '/rooms/11');
    await expect(page.getByRole('switch', { name: 'Television' })).toBeVisible();
    await expect(page.locator('html'), 'the wall follows the page').toHaveAttribute('data-wall-column');
    await check('room');
    await goTo(page, '/now/lights');
    await expect(page.getByRole('heading', { level: 1, name: 'Lights' })).toBeVisible();
    await check('list');
    await goTo(page, '/rooms/11/lights');
    await expect(page.getByRole('dialog').getByText('Off later')).toBeVisible();
    await check('sheet of a room’s lights');

    await goTo(page, '/');
    controller.setDevice(48, { params: { Tripped: true } });
    const alarm = page.getByRole('alertdialog');
    await expect(alarm).toContainText('Smoke');
    await check('alarm');
    await page.clock.runFor(2000);
    await alarm.getByRole('button', { name: 'I’ve seen it' }).click();
    await expect(alarm).toHaveCount(0);
    await check('alarm, seen');
    controller.setDevice(48, { params: { Tripped: false } });

    await home.stop();
    await expect(page.getByText('Not connected since')).toBeVisible({ timeout: 60_000 });
    await check('not connected');
    await goTo(page, '/rooms/11');
    await expect(page.getByRole('switch', { name: 'Television' })).toBeDisabled();
    await check('room, not connected');
    await home.start();
    await page.clock.fastForward(MINUTE_MS);
    await expect(status(page, 'Live').first()).toBeVisible({ timeout: 60_000 });

    await page.clock.fastForward(6 * MINUTE_MS);
    await expect(screensaver(page)).toBeVisible();
    await check('screensaver', '[aria-label="Screensaver"]');
    await page.clock.fastForward(3 * 60 * MINUTE_MS);
    await expect(page.locator('html')).toHaveAttribute('data-wall-night');
    await check('screensaver at night', '[aria-label="Screensaver"]');
    await page.mouse.click(640, 400);
    await expect(screensaver(page)).toHaveCount(0);
    await page.clock.runFor(2000);
    await expect(lamp).toBeVisible();
    await check('night');
  });
});
