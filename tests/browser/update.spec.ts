import type { Page } from '@playwright/test';
import type { Program } from '../../tools/support/program';
import { enterDemoHome, IN_ITS_TIME, openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { test } from './harness/release';
import { expect } from './harness/test';

test.use({ hasServiceWorker: true });

const offer = (page: Page) => page.getByText('Update ready');

/** The app's files that a page requests from now on, by path. */
function assetsAskedBy(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/_app/')) paths.push(pathname);
  });
  return paths;
}

/** The app's files that the document of a page has loaded, by path. */
const assetsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/_app/'))
  );

/** Resolves once the service worker controls this page. */
async function isControlled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

async function restart(home: Program): Promise<void> {
  await home.stop();
  await home.start();
}

test('a new version is offered on every tab, waits until it is accepted, and never mixes with the old one', async ({
  page,
  context,
  home,
  release
}) => {
  await enterDemoHome(page);
  await isControlled(page);
  const other = await context.newPage();
  await other.goto('/rooms/11');
  await expect(linkState(other)).toHaveText('Live');

  const old = release.assets;
  await release.next();
  await restart(home);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(offer(page)).toBeVisible();
  await expect(offer(other)).toBeVisible();

  // The old page still loads files of its own version, although the proxy has only the new one.
  const asked = assetsAskedBy(page);
  const askedByOther = assetsAskedBy(other);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  expect([...asked, ...askedByOther].filter((path) => !path.startsWith(old))).toEqual([]);

  await page.getByRole('button', { name: 'Update now' }).click();
  for (const tab of [page, other]) {
    // The browser replaces a worker once the old one has nothing left to do.
    await expect(offer(tab)).toBeHidden(IN_ITS_TIME);
    await expect(async () => {
      const loaded = await assetsOf(tab);
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.filter((path) => !path.startsWith(release.assets))).toEqual([]);
    }).toPass(IN_ITS_TIME);
    await expect(linkState(tab)).toHaveText('Live');
  }

  await home.stop();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a page whose worker is replaced while it loads is offered the version of the new one', async ({
  page,
  context,
  home,
  release
}) => {
  await enterDemoHome(page);
  await isControlled(page);
  await release.next();
  await restart(home);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(offer(page)).toBeVisible();

  const late = await context.newPage();
  await late.clock.install();
  await late.clock.pauseAt(Date.now() + 60_000);
  await late.goto('/');
  // It is live before it has registered the worker, which it does 2 s after its start.
  await expect(async () => {
    await late.clock.runFor(10);
    await expect(linkState(late)).toHaveText('Live', { timeout: 100 });
  }).toPass(IN_ITS_TIME);
  await late.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve)
    );
    registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
    await changed;
  });
  await late.clock.resume();
  await expect(offer(late)).toBeVisible(IN_ITS_TIME);
  await late.getByRole('button', { name: 'Update now' }).click();
  await expect(async () => expect(await late.content()).toContain(release.assets)).toPass(IN_ITS_TIME);
  await expect(linkState(late)).toHaveText('Live', IN_ITS_TIME);
  await expect(offer(late)).toHaveCount(0);
});

test('a broken service worker is replaced after one visit and a reload', async ({ page, home, release }) => {
  await release.replaceWorker(`
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(new Response(''));
    });
  `);
  await restart(home);
  await enterDemoHome(page);
  await isControlled(page);
  await page.reload();
  await expect(page.locator('body')).toBeEmpty();

  await home.stop();
  await home.start('--kill-worker');
  await page.goto('/');
  await expect(linkState(page)).toHaveText('Live');
  await openRoom(page, 'Living room');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
