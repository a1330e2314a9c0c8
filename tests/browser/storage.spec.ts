import type { BrowserContext } from '@playwright/test';
import { enterDemoHome } from './demo-home';
import { untilLive } from './harness/link-state';
import { expect, test } from './harness/test';

/** How long the page waits for a database, in ms. */
const MARGIN_MS = 1_000;
/** The maximum factor over a healthy browser's time, in addition to that. */
const MAX_RATIO = 3;
const NOTICE = 'This browser can’t save data, so Mantel won’t work offline here.';

/** Defects of the browser's database, as scripts that run before the page's own. */
const FAULTS: Readonly<Record<string, () => void>> = {
  'is absent': () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  'is forbidden': () =>
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => {
        throw new DOMException('denied', 'SecurityError');
      }
    }),
  'never answers': () =>
    Object.defineProperty(IDBFactory.prototype, 'open', { value: () => new EventTarget() }),
  'is full': () =>
    Object.defineProperty(IDBObjectStore.prototype, 'put', {
      value: () => {
        throw new DOMException('full', 'QuotaExceededError');
      }
    })
};

/** Opens the home in a new browser. Returns the time until it was live, in ms. */
async function open(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const begun = Date.now();
  await untilLive(page);
  return { page, tookMs: Date.now() - begun };
}

test('with any defect of the browser’s database, the home is live almost as soon as in a healthy browser, and the page says what is missing', async ({
  page,
  browser,
  home
}) => {
  await enterDemoHome(page);
  const storageState = await page.context().storageState();
  const usual = async () => {
    const healthy = await browser.newContext({ storageState });
    const { tookMs } = await open(healthy, home.url);
    await healthy.close();
    return tookMs;
  };
  const before = await usual();
  const took = new Map<string, number>();
  for (const [name, spoil] of Object.entries(FAULTS))
    await test.step(name, async () => {
      const context = await browser.newContext({ storageState });
      await context.addInitScript(spoil);
      const { page: spoilt, tookMs } = await open(context, home.url);
      took.set(name, tookMs);
      await expect(spoilt.getByRole('link', { name: /^Living room/ })).toBeVisible();
      await expect(spoilt.getByText(NOTICE)).toBeVisible();
      await context.close();
    });
  const most = MAX_RATIO * Math.max(before, await usual()) + MARGIN_MS;
  for (const [name, tookMs] of took) expect(tookMs, `${name}, of ${most} ms at most`).toBeLessThan(most);
});
