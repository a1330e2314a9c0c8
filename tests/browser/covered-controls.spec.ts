import type { Page } from '@playwright/test';
import { HOUSE } from '../../proxy/sources/virtual/house/house';
import * as make from '../../proxy/sources/virtual/house/make';
import type { HousePlan } from '../../proxy/sources/virtual/house/plan';
import { startVirtual, type VirtualController } from '../../proxy/sources/virtual/start';
import { numbered, roomOf } from '../../tools/support/house';
import { controllerAt } from '../../tools/support/test-variables';
import { isWhole } from '../faults/storm';
import { IN_ITS_TIME } from './demo-home';
import { seeAlarm } from './harness/alarm';
import { openHomeByAddress, test } from './harness/controller';
import { findCoveredControls } from './harness/covered-controls';
import { linkState } from './harness/link-state';
import { resize } from './harness/resize';
import { signIn } from './harness/sign-in';
import { expect } from './harness/test';
import { followLink, type View } from './harness/view';
import { OTHER_SCREEN, PAGES, SHEETS } from './harness/views';
import { at, onEachPage, openWall, status, WALL_SIZES } from './wall-page';

test.describe.configure({ mode: 'parallel' });

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a test has beside its page. */
interface Beside {
  readonly controller: Pick<VirtualController, 'setDevice'>;
  readonly home: { stop(): Promise<unknown> };
  readonly faults: { readonly expected: RegExp[] };
}

const PHONE = { width: 390, height: 844 };
const PHONE_SIZES = isWhole ? [PHONE, { width: 320, height: 568 }, { width: 1440, height: 900 }] : [PHONE];
const SMOKE = 48;
const OTHER_HOME = '127.83.9.2';
const OTHER_MAC = '02:4d:61:6e:74:9b';
const MANY_ROOMS = 60;
/** Named by the views, so that they keep their names. */
const KEPT = new Set([11, 12, 21, 24, 25, 26, 28, 31, 33, 36, 41, 48, 69, 71, 105, 157, 208, 215]);

/** The demo home with many more rooms. */
const LARGE: HousePlan = {
  ...HOUSE,
  sections: [
    ...HOUSE.sections,
    {
      id: 90,
      name: 'Annexe',
      rooms: numbered(1, MANY_ROOMS, (n) => make.lamp(5_000 + n, `Lamp ${n}`)).map((lamp, index) =>
        roomOf(500 + index, `Room ${index + 1}`, [lamp, make.dimmer(7_000 + index, 'Dimmer', 30)])
      )
    }
  ]
};

const longName = (each: { readonly id: number; readonly name: string }) =>
  KEPT.has(each.id) ? each.name : `${each.name} im hinteren Treppenhaus neben der Werkbank`;

/** The demo home with long names of rooms and devices. */
const LONG: HousePlan = {
  ...HOUSE,
  sections: HOUSE.sections.map((section) => ({
    ...section,
    rooms: section.rooms.map((room) => ({
      ...room,
      name: longName(room),
      devices: room.devices.map((device) => ({ ...device, name: longName(device) }))
    }))
  }))
};

/** How the home is while its pages are checked. */
const STATES = [
  { name: 'ordinary' },
  { name: 'alarm' },
  ...(isWhole
    ? [
        { name: 'large home', house: LARGE },
        { name: 'long names', house: LONG },
        { name: 'two homes' },
        { name: 'lost' },
        { name: '200 % text' }
      ]
    : [])
];

/** Sheets are as many as pages, and have the same parts: a whole run has them. */
const VIEWS = isWhole ? [...PAGES, ...SHEETS] : PAGES;
/** Views that load their page again, which leads a wall to its first page. */
const NOT_ON_WALLS = new Set(['home', 'activity-told', 'error', 'pair-replacing', 'lights-off-partly']);

const ON_WALLS = VIEWS.filter((each) => !NOT_ON_WALLS.has(each.name));

async function check(page: Page, name: string, sizes: readonly Size[]): Promise<void> {
  for (const { width, height } of sizes) {
    await resize(page, width, height);
    // A wall that nobody touches for a minute leads back to its first page.
    await page.keyboard.press('Shift');
    expect.soft(await findCoveredControls(page), `${name} at ${width}x${height}`).toEqual([]);
  }
}

async function checkViews(page: Page, views: readonly View[], sizes: readonly Size[]): Promise<void> {
  const [first = PHONE] = sizes;
  for (const view of views) {
    await page.setViewportSize(first);
    await view.show(page);
    await check(page, view.name, sizes);
  }
}

async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(':root { font-size: 200% !important }');
      document.adoptedStyleSheets.push(sheet);
    });
  });
}

for (const { name, house = HOUSE } of STATES)
  test.describe(`${name}:`, () => {
    test.use({ house, options: async ({ controller }, use) => use(controllerAt(controller.port)) });
    if (name === 'two homes')
      test.use({
        options: async ({ controller }, use) => {
          const { port } = controller;
          const other = await startVirtual({
            host: OTHER_HOME,
            port,
            mac: OTHER_MAC,
            name: 'Lake house',
            isLiving: false
          });
          await use(['--no-demo', ...controllerAt(port)]);
          await other.stop();
        }
      });
    test.beforeEach(async ({ page, request }) => {
      test.setTimeout(isWhole ? 600_000 : 120_000);
      page.setDefaultTimeout(20_000);
      if (name === '200 % text') await enlargeText(page);
      // The browser that signs in first manages the box, and may add a home.
      if (name === 'two homes')
        for (const address of [OTHER_HOME, '127.0.0.1']) await signIn(page, { address });
      await signIn({ request }, { address: '127.0.0.1', screen: OTHER_SCREEN });
    });

    test('on a phone nothing covers a control, and each is as large as a finger', async ({
      page,
      controller,
      home,
      faults
    }) => {
      await openHomeByAddress(page);
      if (name === 'alarm') {
        controller.setDevice(SMOKE, { params: { Tripped: true } });
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await check(page, 'takeover', PHONE_SIZES);
        await seeAlarm(page);
      }
      if (name !== 'lost') return checkViews(page, VIEWS, PHONE_SIZES);
      faults.expected.push(/net::ERR|WebSocket|Failed to load/);
      await home.stop();
      await expect(linkState(page)).toHaveText('Offline', IN_ITS_TIME);
      return check(page, 'home', PHONE_SIZES);
    });

    /** Hangs a wall in this state of the home, and checks what comes over its page. */
    async function openWallInState(page: Page, { controller, home, faults }: Beside): Promise<void> {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openWall(page, at(14));
      if (name === 'alarm') {
        controller.setDevice(SMOKE, { params: { Tripped: true } });
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await check(page, 'takeover', WALL_SIZES);
        await seeAlarm(page);
      }
      if (name === 'lost') {
        faults.expected.push(/net::ERR|WebSocket|Failed to load/);
        await home.stop();
        await expect(status(page, 'Offline')).toBeVisible(IN_ITS_TIME);
      }
    }

    test('on each first page of a wall nothing covers a control, and each is as large as a finger', async ({
      page,
      controller,
      home,
      faults
    }) => {
      await openWallInState(page, { controller, home, faults });
      for (const size of WALL_SIZES) {
        await resize(page, size.width, size.height);
        await onEachPage(page, async (tab) => {
          await expect(page.locator('.wall-tile').first()).toBeVisible();
          await check(page, tab, [size]);
        });
      }
    });

    if (name === 'lost') return;
    for (const half of [1, 2])
      test(`on the pages behind a wall nothing covers a control, and each is as large as a finger, half ${half}`, async ({
        page,
        controller,
        home,
        faults
      }) => {
        await openWallInState(page, { controller, home, faults });
        for (const view of ON_WALLS.filter((_, at) => at % 2 === half % 2)) {
          // A wall leads a page that is loaded again back to its first one, as one of the same address is: of two such views each is of
          // another half. In a whole run sheets of one page follow each other.
          if (isWhole) await followLink(page, '/');
          await checkViews(page, [view], WALL_SIZES);
        }
      });
  });
