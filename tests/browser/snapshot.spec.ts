import type { Page } from '@playwright/test';
import { enterDemoHome, linkState, openRoom } from './demo-home';
import { expect, test } from './harness/test';

test.use({ isShared: true });

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('mantel.snapshot'));
const snapshot = (page: Page) => page.locator('#snapshot');

/** Opens the demo home and waits until its snapshot is stored. */
async function enterHomeWithSnapshot(page: Page): Promise<void> {
  await enterDemoHome(page);
  await expect.poll(() => stored(page)).toContain('Living room');
}

/** Opens the page of a path while the app's code does not come; returns a function that lets it come. */
async function openWithoutApp(page: Page, path = '/'): Promise<() => void> {
  let start: () => void = () => undefined;
  const mayStart = new Promise<void>((resolve) => (start = resolve));
  await page.route(/\/entry\/start\./, async (route) => {
    await mayStart;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return start;
}

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
      return [`${copy.textContent.replaceAll(/\s/g, '')} ${Math.round(x)},${Math.round(y)}`];
    })
  );

for (const viewport of [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 }
])
  test(`at ${viewport.width} px the home stands as it was before the app's code is there, with the time of its values`, async ({
    page
  }) => {
    await page.setViewportSize(viewport);
    await enterHomeWithSnapshot(page);
    const live = await visibleParts(page);
    const start = await openWithoutApp(page);
    await expect(snapshot(page).getByText('Living room', { exact: true })).toBeVisible();
    expect(await visibleParts(page)).toEqual(live);
    await expect(snapshot(page).getByText(/^As of .*\d:\d\d/)).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toHaveCount(0);

    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    await snapshot(page).getByText('Living room', { exact: true }).click({ force: true });
    expect(new URL(page.url()).pathname).toBe('/');

    start();
    await expect(linkState(page)).toHaveText('Live');
    await expect(snapshot(page)).toHaveCount(0);
    await openRoom(page, 'Living room');
  });

test('the page takes the place of the snapshot in one frame: nothing goes, moves or doubles', async ({
  page
}) => {
  await enterHomeWithSnapshot(page);
  const parts = ['main', '.room-tile', '.room-tile > svg', '.tile'];
  await page.addInitScript((selectors) => {
    const frames = new Set<string>();
    const look = () => {
      const first = document.querySelector('.room-tile');
      const counts = selectors.map((selector) => document.querySelectorAll(selector).length);
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
  const counts = await Promise.all(parts.map((selector) => page.locator(selector).count()));
  const top = await page
    .locator('.room-tile')
    .first()
    .evaluate((tile) => tile.getBoundingClientRect().top);
  expect(await page.evaluate('frames()')).toEqual([[...counts, top].join()]);
});

test('a place to which somebody has scrolled in the snapshot stays when the page comes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await enterHomeWithSnapshot(page);
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
  await enterHomeWithSnapshot(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/connect$/);
  expect(await stored(page)).toBeNull();
  await openWithoutApp(page);
  await expect(snapshot(page)).toHaveCount(0);
});

test('without a stored session the snapshot goes before the proxy answers', async ({ page }) => {
  await enterHomeWithSnapshot(page);
  const start = await openWithoutApp(page);
  await expect(snapshot(page)).toBeVisible();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('mantel');
        request.onsuccess = () => resolve();
        request.onerror = request.onblocked = () => reject(new Error('not deleted'));
      })
  );
  await page.route('**/api/me', () => undefined);
  start();
  await expect(snapshot(page)).toHaveCount(0);
  // Without an answer the page would go to the connect page, and the snapshot with it.
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(page.getByText('Living room')).toHaveCount(0);
});

test('a wall tablet draws no snapshot over its first page', async ({ page }) => {
  await enterHomeWithSnapshot(page);
  await page.evaluate(() => localStorage.setItem('mantel.wall', '{"isOn":true}'));
  await page.reload();
  await expect(page.getByRole('main').getByText('Living room').first()).toBeVisible();
  await expect(snapshot(page)).toHaveCount(0);
  expect(await stored(page)).toBeNull();
});

test('after a change of the theme no snapshot with the theme of before is drawn', async ({ page }) => {
  await enterHomeWithSnapshot(page);
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
  await enterHomeWithSnapshot(page);
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
  await enterHomeWithSnapshot(page);
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
  await enterHomeWithSnapshot(page);
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

test('while the code of the home is slow, a skeleton replaces a snapshot whose time is over', async ({
  page
}) => {
  await enterHomeWithSnapshot(page);
  const code = await codeOfTiles(page);
  await page.clock.install();
  await page.route(code, () => undefined);
  const asked = page.waitForRequest(code);
  await page.reload({ waitUntil: 'commit' });
  await expect(snapshot(page)).toBeVisible();
  await asked;
  await page.clock.runFor(16_000);
  await expect(snapshot(page)).toHaveCount(0);
  await expect(page.locator('.skeleton').first()).toBeVisible();
});

test('where the code of the home cannot be loaded, the page says so instead of the snapshot', async ({
  page,
  faults
}) => {
  await enterHomeWithSnapshot(page);
  faults.expected.push(/Failed to (?:load|fetch)/);
  const code = await codeOfTiles(page);
  await page.route(code, (route) => route.abort());
  const start = await openWithoutApp(page);
  await expect(snapshot(page)).toBeVisible();
  start();
  await expect(page.getByText('No connection, so nothing was sent.')).toBeVisible();
  await expect(snapshot(page)).toHaveCount(0);
});

test('an app that does not start leaves no snapshot behind', async ({ page }) => {
  await enterHomeWithSnapshot(page);
  await page.clock.install();
  await openWithoutApp(page);
  await expect(snapshot(page)).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(snapshot(page)).toHaveCount(0);
});
