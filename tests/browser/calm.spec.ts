import type { Page } from '@playwright/test';
import { partOf } from '../faults/storm';
import { openHomeByAddress, signInByAddress, test } from './harness/controller';
import { linkState } from './harness/link-state';
import { expect } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true });

/** The maximum layout shift: a fifth of what web vitals call good. */
const MOST = 0.02;

interface Shift {
  readonly value: number;
  /** What moved, shortened. */
  readonly of: readonly string[];
}

/**
 * Records on each page, from its first frame on, unexpected layout shifts and messages that something is
 * gone.
 */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('not found')) Reflect.set(globalThis, 'isGoneSaid', true);
    }).observe(document, { childList: true, subtree: true, characterData: true });
    const shifts: Shift[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: unknown = Reflect.get(entry, 'sources');
        const nodes: unknown[] = Array.isArray(sources)
          ? sources.map(({ node }: { node: unknown }) => node)
          : [];
        shifts.push({
          value: Number(Reflect.get(entry, 'value')),
          of: nodes.map((node) => (node instanceof Element ? node.outerHTML.slice(0, 120) : String(node)))
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const live = (page: Page) => expect(linkState(page)).toHaveText('Live');
const sheet = (page: Page) =>
  expect(page.getByRole('dialog').getByRole('heading', { name: 'Details' })).toBeVisible();

/** Each page, with a check that it is complete. */
const PAGES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['/', live],
  ['/rooms/11', live],
  ['/rooms/11/order', live],
  ['/now/lights', live],
  ['/devices/33', sheet],
  ['/settings', live]
];

async function expectCalm(page: Page, [address, isThere]: (typeof PAGES)[number], start: string) {
  await page.goto(address);
  await isThere(page);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  );
  const shifts = await page.evaluate<Shift[]>('shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(await page.evaluate('globalThis.isGoneSaid'), `${address}, ${start}: gone`).toBeUndefined();
  expect.soft(sum, `${address}, ${start}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(MOST);
}

for (const [first, viewport] of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 }
].entries())
  test(`at ${viewport.width} px no page shifts its layout or says that something is gone while its data loads, on a cold start or from the cache`, async ({
    page,
    browser,
    home
  }) => {
    await signInByAddress(page);
    const storageState = await page.context().storageState();
    for (const view of partOf(PAGES, 2, first)) {
      const context = await browser.newContext({
        baseURL: home.url,
        storageState,
        viewport,
        locale: 'en-GB'
      });
      const fresh = await context.newPage();
      await watchShifts(fresh);
      await expectCalm(fresh, view, 'cold');
      await expectCalm(fresh, view, 'from the cache');
      await context.close();
    }
  });

test('the first service worker does not reload a page that is open while it installs', async ({ page }) => {
  await openHomeByAddress(page);
  await page.goto('/');
  await page.evaluate(() => Reflect.set(globalThis, 'isFirst', true));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (let ask = 0; ask < 5; ask += 1)
    await page.evaluate(() => fetch('/api/status').then((answer) => answer.status));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isFirst') === true)).toBe(true);
});
