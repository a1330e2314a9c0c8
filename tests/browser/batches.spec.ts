import type { Page } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import { houseOf, roomOf } from '../../tools/support/house';
import { openRoom } from './demo-home';
import { openHomeByAddress, test as base } from './harness/controller';
import { linkState } from './harness/link-state';
import { pairBrowser } from './harness/pair-browser';
import { expect } from './harness/test';

/** So many that the proxy still sends when a loaded machine sees that it does. */
const LAMPS = Array.from({ length: 70 }, (_, at) => 201 + at);
const nameOf = (id: number) => `Lamp ${id}`;

/** A ballroom with seventy lamps that are on. */
const test = base.extend<{ lit: undefined }>({
  house: houseOf(
    roomOf(
      21,
      'Ballroom',
      LAMPS.map((id) => make.lamp(id, nameOf(id)))
    )
  ),
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

const report = (page: Page) => page.getByRole('region', { name: 'Ballroom: lights off' });

async function switchAllOff(page: Page): Promise<void> {
  await openRoom(page, 'Ballroom');
  await page.getByRole('switch', { name: 'Lights in Ballroom' }).click();
}

test('a second screen sees who switches the lamps off, each lamp once, and can stop it', async ({
  page,
  second,
  home,
  controller
}) => {
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

  await switchAllOff(page);
  await expect(report(other)).toContainText('· ');
  await report(other).getByRole('button', { name: 'Stop' }).click();
  await expect(report(page)).toContainText(/\d+ of 70 off\. /, IN_TIME);
  await expect(report(other)).toContainText(/\d+ of 70 off\. /, IN_TIME);

  const off = LAMPS.filter((id) => controller.device(id)?.params['Status'] === false);
  expect(off.length).toBeLessThan(LAMPS.length);
  const turns = await other.evaluate(() => Reflect.get(globalThis, 'turns') as string[]);
  expect(turns.toSorted(), 'each lamp turned once, and none back').toEqual(
    off.map((id) => `${nameOf(id)} false`).toSorted()
  );
  await report(page).getByText('Which ones').click();
  await expect(report(page).getByRole('listitem')).toHaveCount(LAMPS.length - off.length);
});

test('a controller that goes away in the middle of a bulk action gets nothing when it is back, and the report names the lamps', async ({
  page,
  controller
}) => {
  await openHomeByAddress(page);
  await switchAllOff(page);
  await expect.poll(() => controller.commandsReceived().length).toBeGreaterThan(2);
  const plugIn = await controller.unplug();
  const received = controller.commandsReceived().length;
  expect(received).toBeLessThan(LAMPS.length);
  await expect(report(page)).toContainText(/\d+ of 70 off\. /, IN_TIME);
  await report(page).getByText('Which ones').click();
  const rows = report(page).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Your controller isn’t responding' }).first()).toContainText(
    /^\s*Lamp \d+/
  );
  await plugIn();
  await expect(linkState(page)).toHaveText('Live', IN_TIME);
  expect(controller.commandsReceived()).toHaveLength(received);
  await report(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(report(page)).toContainText('70 of 70 off', IN_TIME);
});
