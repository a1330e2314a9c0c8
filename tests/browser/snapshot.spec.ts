import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { expect, test } from './harness/test';
import { findDefects } from './harness/view-checks';
import { deleteDatabase, enterHomeWithSnapshot, openWithoutApp, snapshot, stored } from './home-snapshot';

test.use({ isShared: true });

/** The URL of the script that has the tiles of rooms. The page must have loaded it. */
const codeOfTiles = (page: Page) =>
  page.evaluate(async () => {
    for (const { name } of performance.getEntriesByType('resource'))
      if (name.endsWith('.js') && (await (await fetch(name)).text()).includes('room-chips')) return name;
    throw new Error('The page has loaded no code of room tiles.');
  });

/** The titles, chips and tiles in the window: their texts, without those for screen readers, and their places in px. */
const visibleParts = (page: Page) =>
  page.locator('h1, .group-title, .chips > *, .room-tile').evaluateAll((all) =>
    all.flatMap((each) => {
      const { x, y } = each.getBoundingClientRect();
      if (y > innerHeight) return [];
      const copy = each.cloneNode(true) as Element;
      for (const spoken of copy.querySelectorAll('.visually-hidden')) spoken.remove();
      // The house lives on: a reading may change between two looks.
      const text = copy.textContent.replaceAll(/\s/g, '').replaceAll(/\d+(?:[.,]\d+)?(?=°|%|lx)/g, '#');
      return [`${text} ${Math.round(x)},${Math.round(y)}`];
    })
  );

test.beforeEach(({ page }) => enterHomeWithSnapshot(page));

for (const viewport of [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 }
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    test("the home stands as it was before the app's code is there, with the time of its values", async ({
      page
    }) => {
      const live = await visibleParts(page);
      const start = await openWithoutApp(page);
      await expect(snapshot(page).getByText('Living room', { exact: true })).toBeVisible();
      expect(await visibleParts(page)).toEqual(live);
      await expect(
        snapshot(page)
          .locator('header')
          .getByText(/^As of .*\d:\d\d/)
      ).toBeVisible();
      await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('switch')).toHaveCount(0);
      expect(await findDefects(page)).toEqual([]);

      start();
      await expect(linkState(page)).toHaveText('Live');
      await expect(snapshot(page)).toHaveCount(0);
      await openRoom(page, 'Living room');
    });
  });

test('the page takes the place of the snapshot in one frame: nothing goes, moves or doubles', async ({
  page
}) => {
  const parts = ['main', '.room-tile', '.room-icon svg', '.tile'];
  await page.addInitScript((selectors) => {
    const frames = new Set<string>();
    const look = () => {
      const first = document.querySelector('.room-tile');
      const counts = selectors.map(
        (selector) =>
          [...document.querySelectorAll(selector)].filter(
            (each) => each.getBoundingClientRect().top < innerHeight
          ).length
      );
      if (frames.size > 0 || first?.checkVisibility() === true)
        frames.add([...counts, first?.getBoundingClientRect().top].join());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Reflect.set(window, 'frames', () => [...frames]);
  }, parts);
  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  await expect(snapshot(page)).toHaveCount(0);
  const counts = await Promise.all(
    parts.map((selector) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().top < innerHeight).length)
    )
  );
  const top = await page
    .locator('.room-tile')
    .first()
    .evaluate((tile) => tile.getBoundingClientRect().top);
  expect(await page.evaluate('frames()')).toEqual([[...counts, top].join()]);
});

test('a place to which somebody has scrolled in the snapshot stays when the page comes', async ({ page }) => {
  // A new page, as from the home screen. A reload would return to where it was.
  const opened = await page.context().newPage();
  await opened.setViewportSize({ width: 390, height: 600 });
  const start = await openWithoutApp(opened);
  await expect(snapshot(opened)).toBeVisible();
  await opened.evaluate(() => scrollTo(0, 400));
  start();
  await expect(linkState(opened)).toHaveText('Live');
  expect(await opened.evaluate(() => scrollY)).toBe(400);
});

test('after a sign-out nothing of the home is stored or drawn', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/connect$/);
  expect(await stored(page)).toBeNull();
  await openWithoutApp(page);
  await expect(page.locator('body > div')).toBeAttached();
  await expect(snapshot(page)).toHaveCount(0);
});

test('without a stored session the snapshot goes before the proxy answers', async ({ page }) => {
  const start = await openWithoutApp(page);
  await expect(snapshot(page)).toBeVisible();
  await deleteDatabase(page);
  await page.route('**/api/me', () => undefined);
  start();
  await expect(snapshot(page)).toHaveCount(0);
  // Without an answer the page would go to the connect page, and the snapshot with it.
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByText('Living room')).toHaveCount(0);
});

test('a wall tablet draws no snapshot over its first page', async ({ page }) => {
  await page.evaluate(() => localStorage.setItem('mantel.wall', '{"isOn":true,"hasNight":false}'));
  await page.reload();
  await expect(page.getByRole('main').getByText('Living room').first()).toBeVisible();
  await expect(snapshot(page)).toHaveCount(0);
  expect(await stored(page)).toBeNull();
});

test('after a change of the theme no snapshot with the theme of before is drawn', async ({ page }) => {
  await page.goto('/settings');
  await page.getByText('Dark', { exact: true }).click();
  await openWithoutApp(page);
  await expect(page.locator('body > div')).toBeAttached();
  await expect(snapshot(page)).toHaveCount(0);
});

test('a window that did not hear of a sign-out in another one leaves no snapshot behind', async ({
  page,
  home
}) => {
  const other = await page.context().newPage();
  // The proxy does not hear of it either, so it does not end the link of the first window.
  await other.route('**/api/**', (route) => route.abort());
  await other.goto(`${home.url}/settings`);
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(other).toHaveURL(/\/connect$/);
  await page.goto('about:blank');
  expect(await stored(other)).toBeNull();
  await other.goto(home.url);
  await expect(snapshot(other)).toHaveCount(0);
});

test('an alarm is never in a snapshot: it may be over when that is drawn', async ({ page }) => {
  await page
    .locator('.room-tile .chip')
    .first()
    .evaluate((chip: HTMLElement) => (chip.dataset['tone'] = 'alarm'));
  await page.goto('about:blank');
  await openWithoutApp(page);
  await expect(page.locator('body > div')).toBeAttached();
  expect(await stored(page)).toBeNull();
});

test('a style sheet that fails for the snapshot is loaded again for the page', async ({ page, faults }) => {
  faults.expected.push(/Failed to load resource/);
  let isFirst = true;
  await page.route(/\/assets\/home\..*\.css/, (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return route.abort();
  });
  await page.reload();
  await expect(linkState(page)).toHaveText('Live');
  await expect(snapshot(page)).toHaveCount(0);
  const tile = page.getByRole('link', { name: /^Living room/ });
  expect(await tile.evaluate((element) => getComputedStyle(element).position)).toBe('relative');
});

test('while the code of the home is slow, the snapshot says that Mantel has not started', async ({
  page
}) => {
  const code = await codeOfTiles(page);
  await page.clock.install();
  await page.route(code, () => undefined);
  const asked = page.waitForRequest(code);
  await page.reload({ waitUntil: 'commit' });
  await expect(snapshot(page)).toBeVisible();
  await asked;
  await page.clock.runFor(16_000);
  await expect(snapshot(page).getByRole('status')).toHaveText(/hasn’t started/);
  await expect(page.locator('.skeleton')).toHaveCount(0);
});

test('where the code of the home cannot be loaded, the page says so instead of the snapshot', async ({
  page,
  faults
}) => {
  faults.expected.push(/Failed to (?:load|fetch)/);
  const code = await codeOfTiles(page);
  await page.route(code, (route) => route.abort());
  const start = await openWithoutApp(page);
  await expect(snapshot(page)).toBeVisible();
  start();
  await expect(page.getByText('No connection, so nothing was sent.')).toBeVisible();
  await expect(snapshot(page)).toHaveCount(0);
});

test('each style sheet is asked for and there once, and the app moves neither the focus nor the page', async ({
  page,
  home
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    const calls: string[] = [];
    Reflect.set(window, 'calls', calls);
    const watch = (owner: object, name: string) => {
      const original: unknown = Reflect.get(owner, name);
      Reflect.set(owner, name, function (this: unknown, ...values: unknown[]) {
        if (this !== document.head) calls.push(name);
        if (typeof original === 'function') Reflect.apply(original, this, values);
      });
    };
    watch(HTMLElement.prototype, 'focus');
    watch(window, 'scrollTo');
  });
  // Leaves the place of before: a page returns to where it was.
  await page.goto('about:blank');
  await page.goto(home.url);
  await expect(linkState(page)).toHaveText('Live');
  await expect(snapshot(page)).toHaveCount(0);
  expect(await page.evaluate('calls')).toEqual([]);
  expect(asked.length).toBeGreaterThan(2);
  expect(new Set(asked).size).toBe(asked.length);
  const linked = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
  expect(linked).toContainEqual(expect.stringMatching(/\/assets\/home\..*\.css$/));
  expect(new Set(linked).size).toBe(linked.length);
  expect(await page.locator('head').getAttribute('autofocus')).toBeNull();
});

test('nothing of the snapshot stays in memory when it has gone', async ({ page }) => {
  await page.addInitScript(() => {
    const append = Element.prototype.append;
    Element.prototype.append = function (...nodes) {
      for (const node of nodes)
        if (node instanceof Element && node.id === 'snapshot') Reflect.set(window, 'was', new WeakRef(node));
      append.apply(this, nodes);
    };
  });
  await page.goto('/');
  await expect(linkState(page)).toHaveText('Live');
  await expect(snapshot(page)).toHaveCount(0);
  const session = await page.context().newCDPSession(page);
  await expect(async () => {
    await session.send('HeapProfiler.collectGarbage');
    expect(await page.evaluate('was.deref() === undefined')).toBe(true);
  }).toPass({ timeout: 10_000 });
});
