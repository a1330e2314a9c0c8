import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions } from '../../.ci/chromium.mjs';
import { enterDemoHomeByHand } from './demo-home';
import { watchForFaults, type Faults } from './harness/faults';
import { resize } from './harness/resize';
import { expect, test as base } from './harness/test';
import { trustCertificate } from './harness/trust';

/** The server's name, which the browsers of these tests resolve to loopback. */
const NAME = 'mantel.local';

interface Addresses {
  /** Plain http at the server's name, which serves only the install page. */
  http: string;
  https: string;
}

/**
 * Browsers with their own home folders and trusted certificates, and the server's name. A browser reads its
 * trusted certificates at its start.
 */
const test = base.extend<{ addresses: Addresses; stranger: BrowserContext; trusting: BrowserContext }>({
  isShared: true,

  addresses: async ({ home }, use) => {
    const at = (url: string | null) => (url ?? '').replace('127.0.0.1', NAME);
    await use({ http: at(home.url), https: at(home.secureUrl) });
  },

  stranger: async ({ addresses, watched }, use) => {
    await withBrowser(addresses.https, watched, async () => undefined, use);
  },

  trusting: async ({ home, addresses, watched }, use) => {
    const authority = await (await fetch(`${home.url}/install/authority.crt`)).text();
    await withBrowser(addresses.https, watched, (folder) => trustCertificate(folder, authority), use);
  }
});

async function withBrowser(
  baseURL: string,
  watched: Faults[],
  prepare: (home: string) => Promise<void>,
  use: (context: BrowserContext) => Promise<void>
) {
  const home = await mkdtemp(join(tmpdir(), 'mantel-profile-'));
  await prepare(home);
  const options = launchOptions(process.env['MANTEL_CHROMIUM'] ?? '');
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
    env: { ...process.env, HOME: home, XDG_DATA_HOME: join(home, '.local/share') }
  });
  try {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ baseURL, locale: 'en-GB', viewport });
    watched.push(await watchForFaults(context, NAME));
    await use(context);
  } finally {
    await browser.close();
    await rm(home, { recursive: true, force: true });
  }
}

const state = (page: Page) => page.getByRole('status');

test.describe('a browser that trusts the box', () => {
  const reason =
    'Only on Linux can a test put an authority into a Chromium of its own: elsewhere it goes by the system’s.';
  const isOnLinux = process.platform === 'linux';
  if (!isOnLinux) console.warn(reason);
  test.skip(!isOnLinux, reason);

  test('loads https without a warning, is led there from the install page, and keeps the app in a service worker', async ({
    trusting,
    addresses
  }) => {
    const page = await trusting.newPage();
    await page.goto(`${addresses.http}/`);
    await expect(state(page)).toContainText('You’re all set');
    await expect(page.locator('.button:visible'), 'no steps are left').toHaveText(['Open Mantel']);
    await expect(page.locator('summary:visible')).toHaveCount(0);
    await page.getByRole('link', { name: 'Open Mantel' }).click();
    await expect(page.getByRole('button', { name: 'Demo home' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(addresses.https);

    await enterDemoHomeByHand(page);
    const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
    expect(worker).toBe(`${addresses.https}/service-worker.js`);
    const [cookie] = await trusting.cookies();
    expect(cookie?.name).toMatch(/^__Host-mantel-/);
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' });
  });
});

test.describe('a browser that does not trust the box', () => {
  test('says what is missing: the last step, trust and the right time', async ({ stranger, addresses }) => {
    const page = await stranger.newPage();
    await page.goto(`${addresses.http}/connect`);
    await expect(page).toHaveURL(`${addresses.http}/install`);
    await expect(state(page)).toContainText('Not trusted yet');
    await expect(page.getByText('Continue only if the certificate')).toBeHidden();
    await page.getByText('Use it now, without setup').click();
    await expect(page.getByRole('link', { name: 'Open with a warning' })).toBeVisible();
    await expect(page.goto(`${addresses.https}/`)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
    // The browser's error page comes after the refusal and would interrupt the next navigation.
    await page.waitForURL('chrome-error://**');

    await page.goto(`${addresses.http}/install`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the certificate' }).first().click()
    ]);
    expect(download.suggestedFilename()).toBe('mantel.crt');
    await expect(state(page)).toContainText('Almost done: one step left');

    // A browser reads a new CA only at its start, so a trusted image takes its place from here on.
    const led = page.waitForRequest(`${addresses.https}/`);
    await page.route('**/trust.svg?*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    );
    await expect(state(page)).toContainText('You’re all set');
    await led;

    await page.unroute('**/trust.svg?*');
    await page.clock.install({ time: new Date('2031-05-17T08:00:00Z') });
    await page.goto(`${addresses.http}/install`);
    await expect(page.getByText(/Clocks don’t match: .*2031/)).toBeVisible();
    await page.getByRole('link', { name: 'Українська' }).click();
    await expect(state(page)).toContainText('Ще немає довіри');
    await page
      .locator('details:not([open])')
      .evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    for (const width of [320, 390, 1280]) {
      await resize(page, width, 800);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
