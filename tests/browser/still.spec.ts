import type { BrowserContext, Page } from '@playwright/test';
import { IN_ITS_TIME } from './demo-home';
import { armSensor, seeAlarm, SETTLED_MS } from './harness/alarm';
import { openHomeByAddress, test } from './harness/controller';
import { failCommands } from './harness/failing-commands';
import { linkState, untilLive } from './harness/link-state';
import { proxyOf } from './harness/proxy-calls';
import { expect } from './harness/test';
import { at, openWall, room, status } from './wall-page';

/** Lamps of the living room, a door of it that can be armed, and a smoke alarm. */
const LAMP = 21;
const DIMMER = 24;
const OTHER_DIMMER = 25;
const DOOR = 32;
const SMOKE = 48;
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

/**
 * Remembers where all controls of a page are, and how large its sliders are. What is on a bar at the foot, or over the page, comes and
 * goes.
 */
function mark(): void {
  const controls = document.querySelectorAll('a, button, input, summary, [role=slider], [role=spinbutton]');
  const placeOf = (control: Element) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    return width > 0 ? { x: x + scrollX, y: y + scrollY, width, height } : null;
  };
  const places = [...controls]
    .filter((control) => !control.closest('#foot, [role=alertdialog], [aria-label=Alarms]'))
    .map((control) => ({ control, before: placeOf(control) }));
  const movedOf = () =>
    places.flatMap(({ control, before }) => {
      const after = control.isConnected ? placeOf(control) : null;
      if (!before || !after) return [];
      const by = [after.x - before.x, after.y - before.y];
      // Where a finger meets a slider is its value.
      if (control.matches('[role=slider]')) by.push(after.width - before.width, after.height - before.height);
      const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
      return by.some((px) => Math.abs(px) > 1) ? [`${name}: ${by.map(Math.round).join(', ')} px`] : [];
    });
  const moved = () =>
    places.some(({ control }) => control.isConnected) ? movedOf() : ['another page is shown'];
  Reflect.set(globalThis, 'moved', moved);
}

async function expectStill(pages: ReadonlyMap<string, Page>, why: string): Promise<void> {
  for (const [name, page] of pages) {
    // A wall that nobody touches for a minute leads back to its first page.
    await page.keyboard.press('Shift');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect
      .soft(
        (await page.evaluate<string[]>('moved()')).slice(0, 4),
        `${name}, ${why}, more than ${MAX_MOVE} px`
      )
      .toEqual([]);
  }
}

/** Opens pages of a phone, each in a tab of its own. */
async function openTabs(pages: Map<string, Page>, page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const tab = await page.context().newPage();
    await tab.goto(path);
    if (isSheet(path)) await expect(tab.locator(CONTROL).first()).toBeEnabled();
    else await untilLive(tab);
    pages.set(path, tab);
  }
}

/** Opens a wall tablet, and leads it somewhere from its first page. */
async function hang(
  pages: Map<string, Page>,
  browser: BrowserContext,
  name: string,
  lead: (wall: Page) => Promise<void>
): Promise<void> {
  const wall = await browser.newPage();
  await wall.setViewportSize({ width: 1280, height: 800 });
  await openWall(wall, at(14));
  await lead(wall);
  pages.set(name, wall);
}

const toRoom = (wall: Page) => room(wall, 'Living room').click();

async function untilQuiet(pages: ReadonlyMap<string, Page>): Promise<void> {
  for (const [path, tab] of pages) {
    if (path !== 'wall') await expect(tab.locator('.skeleton')).toHaveCount(0);
    await tab.waitForLoadState('networkidle');
  }
}

test('no page moves a control by itself', async ({ page, second, openBrowser, home, controller, faults }) => {
  test.slow();
  faults.expected.push(/net::ERR|WebSocket|Failed to load/);
  await openHomeByAddress(page);
  const pages = new Map<string, Page>();
  await openTabs(pages, page, PHONE_PAGES);
  await hang(pages, await openBrowser(), 'wall', () => Promise.resolve());
  await hang(pages, await openBrowser(), 'wall, a room', toRoom);
  const other = await second.newPage();
  await openHomeByAddress(other);
  await other.goto('/rooms/11');
  await untilLive(other);
  await untilQuiet(pages);

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

test('no page moves a control when lamps stay silent, a device dies, smoke comes and goes, or a timer ends', async ({
  page,
  openBrowser,
  controller
}) => {
  test.slow();
  const browsers = [page.context(), await openBrowser(), await openBrowser(), await openBrowser()];
  for (const browser of browsers) browser.setDefaultTimeout(20_000);
  const answering: (() => void)[] = [];
  for (const browser of browsers)
    answering.push(await failCommands(browser, [DIMMER, OTHER_DIMMER], 'unconfirmed'));
  await openHomeByAddress(page);
  const pages = new Map<string, Page>();
  await openTabs(pages, page, ['/', '/rooms/11', '/rooms/11/lights', '/devices/24', '/now/lights']);
  const [, ...tablets] = browsers;
  const leads = [
    ['wall', () => Promise.resolve()],
    ['wall, a floor', (wall) => wall.getByRole('tab', { name: 'Ground floor' }).click()],
    ['wall, a room', toRoom]
  ] as const satisfies readonly (readonly [string, (wall: Page) => Promise<void>])[];
  for (const [index, [name, lead]] of leads.entries()) {
    const tablet = tablets[index];
    if (tablet) await hang(pages, tablet, name, lead);
  }
  const proxy = await proxyOf(page);
  await proxy.setTimer({ device: LAMP, method: 'setStatus', params: { status: true }, inMs: 40_000 });
  const living = pages.get('/rooms/11') ?? page;
  await expect(living.getByText(/On in \d/).first()).toBeVisible();
  await untilQuiet(pages);
  for (const each of pages.values()) await each.evaluate(mark);

  await test.step('silent lamps', async () => {
    await living.getByRole('switch', { name: 'Ceiling lights' }).click();
    await expect(living.getByText('1 of 3 didn’t reply')).toBeVisible();
    await expectStill(pages, 'a silent lamp');
    await living.getByRole('switch', { name: 'Shelf lights' }).click();
    await expect(living.getByText('2 of 3 didn’t reply')).toBeVisible();
    await expectStill(pages, 'two silent lamps');
    for (const answer of answering) answer();
    controller.setDevice(DIMMER, { params: { Status: true, Level: 40 } });
    await expect(living.getByRole('group', { name: 'Ceiling lights' })).toContainText('40');
    await expectStill(pages, 'a late answer');
    controller.setDevice(OTHER_DIMMER, { fields: { alive: false } });
    await expect(living.getByRole('group', { name: 'Shelf lights' })).toContainText('Not responding');
    await expectStill(pages, 'a device that dies');
  });
  await test.step('a hazard', async () => {
    controller.setDevice(SMOKE, { params: { Tripped: true } });
    // The tabs of a phone are one screen: what one has seen the others have.
    await seeAlarm(pages.get('/') ?? page);
    await page.waitForTimeout(SETTLED_MS);
    for (const [lead] of leads) {
      const wall = pages.get(lead) ?? page;
      if (await wall.getByRole('alertdialog').isVisible()) await seeAlarm(wall);
    }
    for (const each of pages.values()) await expect(each.getByRole('alertdialog')).toHaveCount(0);
    await expectStill(pages, 'smoke that somebody has seen');
    controller.setDevice(SMOKE, { params: { Tripped: false } });
    for (const each of pages.values())
      await expect(each.getByRole('region', { name: 'Alarms' })).toHaveCount(0);
    await expectStill(pages, 'smoke that is over');
  });
  await test.step('a timer', async () => {
    await expect.poll(() => controller.device(LAMP)?.params['Status'], { timeout: 60_000 }).toBe(true);
    await expect(living.getByText(/On in \d/)).toHaveCount(0);
    await expectStill(pages, 'a timer that ends');
  });
});
