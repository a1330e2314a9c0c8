import type { Page } from '@playwright/test';
import * as make from '../../proxy/virtual/house/make';
import { linkState, openRoom } from './demo-home';
import { openHomeByAddress, test as base } from './harness/controller';
import { pairBrowser } from './harness/pair-browser';
import { expect } from './harness/test';
import { houseOf, roomOf } from './harness/workbench';

const LAMPS = Array.from({ length: 40 }, (_, at) => 101 + at);
const nameOf = (id: number) => `Lamp ${id}`;
const HALL = roomOf(
  20,
  'Hall',
  LAMPS.map((id) => make.lamp(id, nameOf(id)))
);

/** A hall with forty lamps that are on. */
const test = base.extend<{ lit: undefined }>({
  house: houseOf(HALL),
  isShared: true,
  lit: [
    async ({ controller }, use) => {
      for (const id of LAMPS) controller.setDevice(id, { params: { Status: true } });
      await use(undefined);
    },
    { auto: true }
  ]
});

/** The proxy paces commands at ten a second. The rest is time for a loaded machine. */
const IN_TIME = { timeout: 30_000 };

const report = (page: Page) => page.getByRole('region', { name: 'All lights off' });

async function switchAllOff(page: Page): Promise<void> {
  await openHomeByAddress(page);
  await openRoom(page, 'Hall');
  await page.getByRole('button', { name: 'All lights off' }).click();
  await expect(report(page)).toBeVisible();
}

test('forty lamps go off once each, although the page that asked for it is closed at once', async ({
  page,
  controller
}) => {
  await switchAllOff(page);
  await page.close();
  await expect.poll(() => controller.commandsReceived().length, IN_TIME).toBe(LAMPS.length);
  expect(
    controller
      .commandsReceived()
      .map(({ device }) => device)
      .toSorted((one, other) => one - other)
  ).toEqual(LAMPS);
  await expect.poll(() => LAMPS.filter((id) => controller.device(id)?.params['Status'] === true)).toEqual([]);
});

test('forty lamps go off while the page that asked for it is frozen, and it knows the result when it wakes', async ({
  page,
  context,
  controller,
  browserName
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium can be told to freeze a page.');
  await switchAllOff(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await expect.poll(() => controller.commandsReceived().length, IN_TIME).toBe(LAMPS.length);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(report(page)).toContainText('40 of 40 done', IN_TIME);
  expect(controller.commandsReceived()).toHaveLength(LAMPS.length);
});

test('a second screen sees who switches the lamps off, each lamp once, and can stop it', async ({
  page,
  second,
  home,
  controller
}) => {
  await openHomeByAddress(page);
  const other = await second.newPage();
  await pairBrowser(page, other, home, { rooms: null, commands: true, until: null, manages: false });
  await other.goto(`${home.url}/rooms/20`);
  await expect(linkState(other)).toHaveText('Live');
  await expect(other.getByRole('switch', { name: nameOf(101), exact: true })).toBeChecked();
  await other.evaluate(() => {
    const turns: string[] = [];
    Reflect.set(globalThis, 'turns', turns);
    new MutationObserver((records) => {
      for (const { target } of records)
        if (target instanceof Element)
          turns.push(`${target.getAttribute('aria-label')} ${target.getAttribute('aria-checked')}`);
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-checked'] });
  });

  await openRoom(page, 'Hall');
  await page.getByRole('button', { name: 'All lights off' }).click();
  await expect(report(other)).toContainText('· ');
  await report(other).getByRole('button', { name: 'Stop' }).click();
  await expect(report(page)).toContainText(/\d+ of 40 confirmed/, IN_TIME);
  await expect(report(other)).toContainText(/\d+ of 40 confirmed/, IN_TIME);

  const off = LAMPS.filter((id) => controller.device(id)?.params['Status'] === false);
  expect(off.length).toBeLessThan(LAMPS.length);
  const turns = await other.evaluate(() => Reflect.get(globalThis, 'turns') as string[]);
  expect(turns.toSorted(), 'each lamp turned once, and none back').toEqual(
    off.map((id) => `${nameOf(id)} false`).toSorted()
  );
  await expect(report(page).getByRole('listitem')).toHaveCount(LAMPS.length - off.length);
});

test('a tap whose answer is lost is found again by its id, and reaches the controller once', async ({
  page,
  controller,
  faults
}) => {
  faults.expected.push(/ERR_FAILED|Failed to load resource|net::/);
  await openHomeByAddress(page);
  await openRoom(page, 'Hall');
  const before = controller.commandsReceived().length;
  await page.route('**/commands', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const lamp = page.getByRole('group', { name: nameOf(101), exact: true });
  await lamp.getByRole('switch').click();
  await expect(lamp.getByRole('switch')).not.toBeChecked();
  await expect.poll(() => controller.commandsReceived().length - before).toBe(1);
  await expect(lamp).toHaveText(/Off\s*$/);
  expect(controller.commandsReceived().length - before).toBe(1);
});

test('a controller that goes away in the middle gets nothing when it is back, and the report names the lamps', async ({
  page,
  controller
}) => {
  await switchAllOff(page);
  await expect.poll(() => controller.commandsReceived().length).toBeGreaterThan(2);
  const plugIn = await controller.unplug();
  const received = controller.commandsReceived().length;
  expect(received).toBeLessThan(LAMPS.length);
  await expect(report(page)).toContainText(/\d+ of 40 confirmed/, IN_TIME);
  const rows = report(page).getByRole('listitem');
  await expect(rows.first()).toContainText(/^\s*Lamp \d+/);
  await plugIn();
  await expect(linkState(page)).toHaveText('Live', IN_TIME);
  expect(controller.commandsReceived()).toHaveLength(received);
  await rows.last().getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => controller.commandsReceived().length).toBe(received + 1);
});

test('the lights that were switched off can be turned back on from the list of lights', async ({
  page,
  controller
}) => {
  await switchAllOff(page);
  await expect(report(page)).toContainText('40 of 40 done', IN_TIME);
  await report(page).getByRole('button', { name: 'Close' }).click();
  await page.goto('/now/lights');
  const backOn = page.getByRole('button', { name: 'Turn the 40 lights back on' });
  await backOn.click();
  await expect
    .poll(() => LAMPS.filter((id) => controller.device(id)?.params['Status'] !== true), IN_TIME)
    .toEqual([]);
  await expect(backOn).toHaveCount(0);
});
