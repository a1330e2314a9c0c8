import type { Page } from '@playwright/test';
import * as make from '../../proxy/virtual/house/make';
import type { VirtualController } from '../../proxy/virtual/start';
import { openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { openHomeByAddress, test as base } from './harness/controller';
import { overhear } from './harness/conversation';
import { pairBrowser } from './harness/pair-browser';
import { expect } from './harness/test';
import { houseOf, roomOf } from '../../tools/support/house';

const LAMPS = Array.from({ length: 40 }, (_, at) => 101 + at);
/** So many that the proxy still sends when a loaded machine sees that it does. */
const BALLROOM_LAMPS = Array.from({ length: 70 }, (_, at) => 201 + at);
const nameOf = (id: number) => `Lamp ${id}`;
const roomWith = (id: number, name: string, lamps: readonly number[]) =>
  roomOf(
    id,
    name,
    lamps.map((lamp) => make.lamp(lamp, nameOf(lamp)))
  );

const light = (controller: VirtualController, lamps: readonly number[], Status: boolean) =>
  lamps.forEach((id) => controller.setDevice(id, { params: { Status } }));

/** A hall with forty lamps that are on, and a ballroom with seventy that are off. */
const test = base.extend<{ lit: undefined }>({
  house: houseOf(roomWith(20, 'Hall', LAMPS), roomWith(21, 'Ballroom', BALLROOM_LAMPS)),
  isShared: true,
  lit: [
    async ({ controller }, use) => {
      light(controller, LAMPS, true);
      light(controller, BALLROOM_LAMPS, false);
      await use(undefined);
    },
    { auto: true }
  ]
});

/** The proxy paces commands at ten a second. The rest is time for a loaded machine. */
const IN_TIME = { timeout: 30_000 };

const report = (page: Page, room = 'Hall') => page.getByRole('region', { name: `${room}: lights off` });

async function openHall(page: Page, room = 'Hall'): Promise<void> {
  await openHomeByAddress(page);
  await openRoom(page, room);
}

async function switchAllOff(page: Page, room = 'Hall'): Promise<void> {
  await openHall(page, room);
  await page.getByRole('switch', { name: `Lights in ${room}` }).click();
  await expect(report(page, room)).toBeVisible();
}

test('forty lamps go off once each, although the page that asked for it is closed 50 ms after the touch', async ({
  page,
  controller
}) => {
  await openHall(page);
  await page.getByRole('switch', { name: 'Lights in Hall' }).click();
  await page.waitForTimeout(50);
  await page.close();
  await expect.poll(() => controller.commandsReceived().length, IN_TIME).toBe(LAMPS.length);
  const asked = controller.commandsReceived().map(({ device }) => device);
  expect(asked.toSorted((one, other) => one - other)).toEqual(LAMPS);
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
  light(controller, BALLROOM_LAMPS, true);
  await openHomeByAddress(page);
  const other = await second.newPage();
  await pairBrowser(page, other, home, { rooms: null, commands: true, until: null, manages: false });
  await other.goto(`${home.url}/rooms/21`);
  await expect(linkState(other)).toHaveText('Live');
  await expect(other.getByRole('switch', { name: nameOf(201), exact: true })).toBeChecked();
  await other.evaluate(() => {
    const turns: string[] = [];
    Reflect.set(globalThis, 'turns', turns);
    new MutationObserver((records) => {
      for (const { target } of records)
        if (target instanceof Element)
          turns.push(`${target.getAttribute('aria-label')} ${target.getAttribute('aria-checked')}`);
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-checked'] });
  });

  await openRoom(page, 'Ballroom');
  await page.getByRole('switch', { name: 'Lights in Ballroom' }).click();
  await expect(report(other, 'Ballroom')).toContainText('· ');
  await report(other, 'Ballroom').getByRole('button', { name: 'Stop' }).click();
  await expect(report(page, 'Ballroom')).toContainText(/\d+ of 70 off\. /, IN_TIME);
  await expect(report(other, 'Ballroom')).toContainText(/\d+ of 70 off\. /, IN_TIME);

  const off = BALLROOM_LAMPS.filter((id) => controller.device(id)?.params['Status'] === false);
  expect(off.length).toBeLessThan(BALLROOM_LAMPS.length);
  const turns = await other.evaluate(() => Reflect.get(globalThis, 'turns') as string[]);
  expect(turns.toSorted(), 'each lamp turned once, and none back').toEqual(
    off.map((id) => `${nameOf(id)} false`).toSorted()
  );
  await report(page, 'Ballroom').getByText('Which ones').click();
  await expect(report(page, 'Ballroom').getByRole('listitem')).toHaveCount(
    BALLROOM_LAMPS.length - off.length
  );
});

/**
 * Where the connection of a tap breaks: at which frame or message, whether that is lost, and what the page may say of
 * it afterwards.
 */
const BREAKS: ['onFrame' | 'onMessage', string, isLost: boolean, name: string, RegExp][] = [
  ['onFrame', 'commands', true, 'before the frame', /Not sent/],
  ['onFrame', 'commands', false, 'after the frame', /Off\s*$/],
  ['onMessage', 'taken', true, 'before the answer', /Off\s*$/],
  ['onMessage', 'taken', false, 'between the answer and the end', /Off\s*$/]
];

for (const [on, breaking, isLost, name, words] of BREAKS)
  test(`a tap whose connection breaks ${name} is sent once or said not to be`, async ({
    page,
    controller
  }) => {
    const live = await overhear(page);
    await openHall(page);
    const before = controller.commandsReceived().length;
    const first = live.connections;
    live[on] = ({ type }) => {
      if (type !== breaking || live.connections > first) return true;
      if (isLost) void live.cut();
      else setTimeout(() => void live.cut());
      return !isLost;
    };
    const lamp = page.getByRole('group', { name: nameOf(101), exact: true });
    await lamp.getByRole('switch').click();
    await expect.poll(() => live.connections, IN_TIME).toBeGreaterThan(first);
    await expect(linkState(page)).toHaveText('Live', IN_TIME);
    await expect(lamp).toHaveText(words, IN_TIME);
    const received = () => controller.commandsReceived().length - before;
    await expect.poll(received).toBe(words.test('Not sent') ? 0 : 1);
    expect(live.frames).toHaveLength(1);
  });

test('a frame that nobody answers makes the page connect again after three seconds, and sends nothing twice', async ({
  page,
  controller
}) => {
  const live = await overhear(page);
  await openHall(page);
  const first = live.connections;
  live.onMessage = ({ type }) => live.connections > first || (type !== 'taken' && type !== 'commands');
  const lamp = page.getByRole('group', { name: nameOf(101), exact: true });
  await lamp.getByRole('switch').click();
  await expect.poll(() => live.connections, IN_TIME).toBeGreaterThan(first);
  await expect(linkState(page)).toHaveText('Live', IN_TIME);
  await expect(lamp).toHaveText(/Off\s*$/, IN_TIME);
  expect(controller.commandsReceived()).toHaveLength(1);
});

test('a controller that goes away in the middle gets nothing when it is back, and the report names the lamps', async ({
  page,
  controller
}) => {
  light(controller, BALLROOM_LAMPS, true);
  await switchAllOff(page, 'Ballroom');
  await expect.poll(() => controller.commandsReceived().length).toBeGreaterThan(2);
  const plugIn = await controller.unplug();
  const received = controller.commandsReceived().length;
  expect(received).toBeLessThan(BALLROOM_LAMPS.length);
  await expect(report(page, 'Ballroom')).toContainText(/\d+ of 70 off\. /, IN_TIME);
  await report(page, 'Ballroom').getByText('Which ones').click();
  const rows = report(page, 'Ballroom').getByRole('listitem');
  await expect(rows.first()).toContainText(/^\s*Lamp \d+/);
  await plugIn();
  await expect(linkState(page)).toHaveText('Live', IN_TIME);
  expect(controller.commandsReceived()).toHaveLength(received);
  await report(page, 'Ballroom').getByRole('button', { name: 'Retry all' }).click();
  await expect(report(page, 'Ballroom')).toContainText('70 of 70 done', IN_TIME);
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
