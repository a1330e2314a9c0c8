import type { BrowserContext } from '@playwright/test';
import { enterDemoHome, linkState } from './demo-home';
import { expect, test } from './harness/test';

/** The view is live from memory within this, in ms. */
const LIVE_MS = 2_000;
/** On a machine that is busy with other tests, no later than so much after a healthy browser: what the page waits for a database, and half of it. */
const PATIENCE_MS = 1_500;
const NOTICE = 'This browser keeps nothing for later: the home is shown only while connected.';

/** What is wrong with the browser's database, as a script that makes it so before the page's own. */
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

/** Opens the home in a browser of its own, and says how long it took until it was live, in ms. */
async function open(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const begun = Date.now();
  await expect(linkState(page)).toHaveText('Live');
  return { page, tookMs: Date.now() - begun };
}

test('whatever is wrong with the browser’s database, the home is live within two seconds, and the page says what is missing', async ({
  page,
  browser,
  home
}) => {
  test.setTimeout(60_000);
  await enterDemoHome(page);
  const storageState = await page.context().storageState();
  const healthy = await browser.newContext({ storageState });
  const { tookMs: usualMs } = await open(healthy, home.url);
  await healthy.close();

  for (const [name, spoil] of Object.entries(FAULTS))
    await test.step(name, async () => {
      const context = await browser.newContext({ storageState });
      await context.addInitScript(spoil);
      const { page: spoilt, tookMs } = await open(context, home.url);
      expect(tookMs).toBeLessThan(Math.max(LIVE_MS, usualMs + PATIENCE_MS));
      await expect(spoilt.getByRole('link', { name: /^Living room/ })).toBeVisible();
      await expect(spoilt.getByText(NOTICE)).toBeVisible();
      await context.close();
    });
});
