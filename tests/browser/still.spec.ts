import type { Page } from '@playwright/test';
import { IN_ITS_TIME } from './demo-home';
import { armSensor } from './harness/alarm';
import { openHomeByAddress, test } from './harness/controller';
import { linkState, untilLive } from './harness/link-state';
import { expect } from './harness/test';
import { at, openWall, room, status } from './wall-page';

/** A lamp of the living room, a door that can be armed, and a device of it that stops responding. */
const LAMP = 21;
const DOOR = 32;
const DIMMER = 24;
/** A control of a device's sheet. */
const CONTROL = 'dialog :is([role=switch], [role=spinbutton])';
/** The furthest that a control may move, in px. */
const MAX_MOVE = 1;

/** Every page of a phone, in a tab of its own. */
const PHONE_PAGES = [
  '/',
  '/rooms/11',
  '/rooms/11/order',
  '/rooms/11/lights',
  '/devices/24',
  '/devices/33',
  '/now/lights',
  '/now/shutters',
  '/now/openings',
  '/now/attention',
  '/now/leaving',
  '/now/activity',
  '/search',
  '/scenes',
  '/scenes/new',
  '/settings'
];
const isSheet = (path: string) => /^\/(devices|rooms\/11\/lights)/.test(path);

/** Remembers where all controls of a page are. What is on a bar at the foot, or over the page, comes and goes. */
function mark(): void {
  const controls = document.querySelectorAll('a, button, input, summary, [role=slider], [role=spinbutton]');
  const placeOf = (control: Element) => {
    const { x, y, width } = control.getBoundingClientRect();
    return width > 0 ? { x: x + scrollX, y: y + scrollY } : null;
  };
  const places = [...controls]
    .filter((control) => !control.closest('#foot, [role=alertdialog], [aria-label=Alarms]'))
    .map((control) => ({ control, before: placeOf(control) }));
  const moved = () =>
    places.flatMap(({ control, before }) => {
      const after = control.isConnected ? placeOf(control) : null;
      if (!before || !after) return [];
      const by = [after.x - before.x, after.y - before.y].map(Math.round);
      const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
      return by.some((px) => Math.abs(px) > 1) ? [`${name}: ${by.join(', ')} px`] : [];
    });
  Reflect.set(globalThis, 'moved', moved);
}

async function expectStill(pages: ReadonlyMap<string, Page>, why: string): Promise<void> {
  for (const [name, page] of pages) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect
      .soft(
        (await page.evaluate<string[]>('moved()')).slice(0, 4),
        `${name}, ${why}, more than ${MAX_MOVE} px`
      )
      .toEqual([]);
  }
}

test('no page moves a control by itself', async ({ page, second, openBrowser, home, controller, faults }) => {
  test.slow();
  faults.expected.push(/net::ERR|WebSocket|Failed to load/);
  await openHomeByAddress(page);
  const pages = new Map<string, Page>();
  for (const path of PHONE_PAGES) {
    const tab = await page.context().newPage();
    await tab.goto(path);
    if (isSheet(path)) await expect(tab.locator(CONTROL).first()).toBeEnabled();
    else await untilLive(tab);
    pages.set(path, tab);
  }
  for (const name of ['wall', 'wall, a room']) {
    const wall = await (await openBrowser()).newPage();
    await wall.setViewportSize({ width: 1280, height: 800 });
    await openWall(wall, at(14));
    if (name !== 'wall') await room(wall, 'Living room').click();
    pages.set(name, wall);
  }
  const other = await second.newPage();
  await openHomeByAddress(other);
  await other.goto('/rooms/11');
  await untilLive(other);
  for (const [path, tab] of pages) {
    if (path !== 'wall') await expect(tab.locator('.skeleton')).toHaveCount(0);
    await tab.waitForLoadState('networkidle');
  }

  for (const each of pages.values()) await each.evaluate(mark);
  await test.step('another screen', async () => {
    await other.getByRole('switch', { name: 'Lights in Living room' }).click();
    for (const [name, each] of pages)
      await expect(each.locator('#foot'), name).toContainText('Living room: 2 lights off');
    await expectStill(pages, 'a report');
    await other.getByRole('switch', { name: 'Floor lamp' }).click();
    await expect.poll(() => controller.device(LAMP)?.params['Status']).toBe(true);
    for (const [path, each] of pages)
      if (!isSheet(path)) await each.locator('#foot').getByRole('button', { name: 'Close' }).click();
    await expectStill(pages, 'a report that goes');
  });
  await test.step('a device', async () => {
    controller.setDevice(DIMMER, { fields: { alive: false } });
    controller.setDevice(DOOR, { params: { Tripped: true } });
    for (const each of [pages.get('/') ?? page, pages.get('wall') ?? page])
      await expect(each.getByText('Terrace door open').first()).toBeVisible();
    await expectStill(pages, 'a device that does not respond, and a door');
  });
  await test.step('an alarm', async () => {
    await armSensor(page, controller, DOOR);
    controller.setDevice(DOOR, { params: { Tripped: true } });
    const wall = pages.get('wall') ?? page;
    await wall.getByRole('alertdialog').first().waitFor();
    await wall.clock.runFor(2000);
    await wall.getByRole('button', { name: 'I’ve seen it' }).click();
    await expectStill(pages, 'an alarm');
    controller.setDevice(DOOR, { params: { Tripped: false, Armed: false } });
    await expect(wall.getByText('Door open')).toHaveCount(0);
    await expectStill(pages, 'an alarm that is over');
  });
  await test.step('a sign-in', async () => {
    const foot = (pages.get('/') ?? page).locator('#foot');
    await foot.getByRole('button', { name: 'Got it' }).click();
    await expect(foot.getByRole('region')).toHaveCount(0);
    await expectStill(pages, 'a notice that goes');
    await openHomeByAddress(await (await openBrowser()).newPage());
    await expect(foot).toContainText('Phone signed in');
    await expectStill(pages, 'a sign-in');
  });
  await test.step('the link', async () => {
    await home.stop();
    for (const [path, each] of pages) {
      if (path === 'wall') await expect(status(each, 'Offline')).toBeVisible(IN_ITS_TIME);
      else if (!isSheet(path)) await expect(linkState(each)).toHaveText('Offline', IN_ITS_TIME);
    }
    await expectStill(pages, 'a broken link');
    await home.start();
    for (const [path, each] of pages) if (path.startsWith('/') && !isSheet(path)) await untilLive(each);
    await expectStill(pages, 'a link that is back');
  });
});
