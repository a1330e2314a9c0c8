import type { Page } from '@playwright/test';
import { openRoom } from './demo-home';
import { hold } from './harness/hold';
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

test("the home stands as it was before the app's code is there, with the time of its values, and stays where somebody scrolled", async ({
  page,
  home
}) => {
  const live = await visibleParts(page);
  // Leaves the place of before: a page returns to where it was.
  await page.goto('about:blank');
  const start = await openWithoutApp(page, home.url);
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

  await page.evaluate(() => scrollTo(0, 400));
  start();
  await expect(linkState(page)).toHaveText('Live');
  await expect(snapshot(page)).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(400);
  await openRoom(page, 'Living room');
});

/** Records each look of the page, as numbers of its parts in the window and the place of its first room. */
async function watchFrames(page: Page, parts: readonly string[]): Promise<void> {
  await page.addInitScript((selectors) => {
    const frames = new Set<string>();
    const isInWindow = (each: Element) => each.getBoundingClientRect().top < innerHeight;
    const look = () => {
      const first = document.querySelector('.room-tile');
      const counts = selectors.map(
        (selector) => [...document.querySelectorAll(selector)].filter(isInWindow).length
      );
      if (frames.size > 0 || first?.checkVisibility() === true)
        frames.add([...counts, first?.getBoundingClientRect().top].join());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Reflect.set(window, 'frames', () => [...frames]);
  }, parts);
}

/** Records what would move the focus or the page, and keeps the snapshot to see whether it stays in memory. */
async function watchCalls(page: Page): Promise<void> {
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
    const append = Element.prototype.append;
    Element.prototype.append = function (...nodes) {
      for (const node of nodes)
        if (node instanceof Element && node.id === 'snapshot') Reflect.set(window, 'was', new WeakRef(node));
      append.apply(this, nodes);
    };
  });
}

test('the page takes the place of the snapshot in one frame: nothing moves, doubles, is loaded twice or stays in memory', async ({
  page,
  home
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(new URL(request.url()).pathname);
  });
  await watchFrames(page, ['main', '.room-tile', '.room-icon svg', '.tile']);
  await watchCalls(page);
  // Leaves the place of before: a page returns to where it was.
  await page.goto('about:blank');
  await page.goto(home.url);
  await expect(linkState(page)).toHaveText('Live');
  await expect(snapshot(page)).toHaveCount(0);

  const frames = await page.evaluate<string[]>('frames()');
  expect(frames, 'no frame differs from the snapshot, nor the page from that').toHaveLength(1);
  expect(frames[0], 'one page').toMatch(/^1,/);
  expect(await page.evaluate('calls')).toEqual([]);
  expect(asked.length).toBeGreaterThan(2);
  expect(new Set(asked).size).toBe(asked.length);
  const linked = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
  expect(linked).toContainEqual(expect.stringMatching(/\/assets\/home\..*\.css$/));
  expect(new Set(linked).size).toBe(linked.length);
  expect(await page.locator('head').getAttribute('autofocus')).toBeNull();

  const session = await page.context().newCDPSession(page);
  await expect(async () => {
    await session.send('HeapProfiler.collectGarbage');
    expect(await page.evaluate('was.deref() === undefined')).toBe(true);
  }).toPass({ timeout: 10_000 });
});

test('no snapshot is kept during an alarm, which may be over when it is drawn, nor on a wall tablet, which shows its first page', async ({
  page,
  home
}) => {
  await page
    .locator('.room-tile .chip')
    .first()
    .evaluate((chip: HTMLElement) => (chip.dataset['tone'] = 'alarm'));
  await page.goto('about:blank');
  const startInAlarm = await openWithoutApp(page, home.url);
  await expect(page.locator('body > div')).toBeAttached();
  expect(await stored(page)).toBeNull();

  startInAlarm();
  await expect.poll(() => stored(page)).toContain('Living room');
  const start = await openWithoutApp(page);
  await snapshot(page).getByRole('link', { name: 'Living room', exact: true }).click();
  await page.evaluate(() => localStorage.setItem('mantel.wall', '{"isOn":true,"hasNight":false}'));
  start();
  await expect(page.getByRole('main').getByText('Living room').first()).toBeVisible();
  await expect(snapshot(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname, 'a tap leads nowhere').toBe('/');
  expect(await stored(page)).toBeNull();
});

test('without a stored session the snapshot goes before the proxy answers, and a tap on it leads nowhere', async ({
  page
}) => {
  const start = await openWithoutApp(page);
  await snapshot(page).getByRole('link', { name: 'Living room', exact: true }).click();
  await deleteDatabase(page);
  await page.route('**/api/me', () => undefined);
  start();
  await expect(snapshot(page)).toHaveCount(0);
  // Without an answer the page would go to the connect page, and the snapshot with it.
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByText('Living room')).toHaveCount(0);
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

test('while the code of the home is slow, the snapshot says after 15 s that Mantel has not started, and its links lead', async ({
  page
}) => {
  const code = await codeOfTiles(page);
  await page.clock.install();
  const start = await hold(page, code);
  const asked = page.waitForRequest(code);
  await page.reload({ waitUntil: 'commit' });
  await expect(snapshot(page)).toBeVisible();
  await asked;
  await page.clock.runFor(16_000);
  const said = snapshot(page).getByRole('status');
  await expect(said).toHaveText('Mantel hasn’t started yet. Tap a room to try again.');
  await expect(said).toBeInViewport();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  expect(await findDefects(page)).toEqual([]);
  await page.clock.resume();
  await snapshot(page).getByRole('link', { name: 'Living room', exact: true }).click();
  start();
  await expect(page.getByRole('heading', { level: 1, name: 'Living room' })).toBeVisible();
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
