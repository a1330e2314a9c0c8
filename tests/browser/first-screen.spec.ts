import type { Page } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { FIRST_SCREEN } from '../build/weight';
import { untilLive } from './harness/link-state';
import { expect, test } from './harness/test';

test.use({ hasServiceWorker: true, isShared: true });

/** Shows that the first screen has loaded. */
const HEADING = 'Find your home';

/** The most scripts and styles of a home with its rooms and its sheets. */
const FILES_OF_A_HOME = 24;

/** Measures actual requests; the build's own check uses its manifest. */
test('a first visit shows the connect page within the limits of weight and requests', async ({ page }) => {
  const weights = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (['script', 'stylesheet', 'font'].includes(response.request().resourceType()))
      weights.set(
        response.url(),
        response.body().then((body) => brotliCompressSync(body).length)
      );
  });
  await page.addInitScript((heading) => {
    const observer = new MutationObserver(() => {
      const headings = [...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent.trim());
      if (!headings.includes(heading)) return;
      observer.disconnect();
      Reflect.set(globalThis, 'shownAt', performance.now());
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, HEADING);

  await page.goto('/');
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
  // Later requests do not count, nor does the favicon, which only some browsers request.
  const asked = await page.evaluate(() => {
    const shownAt = Number(Reflect.get(globalThis, 'shownAt'));
    const icons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')].map(
      ({ href }) => href
    );
    const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= shownAt);
    return entries.map(({ name }) => name).filter((url) => !icons.includes(url));
  });
  const requests = [page.url(), ...new Set(asked)];
  expect(requests.join('\n'), 'who one is, which comes first').toContain('/api/me');

  const needed = [...weights].filter(([url]) => asked.includes(url)).map(([, weight]) => weight);
  const bytes = (await Promise.all(needed)).reduce((sum, weight) => sum + weight, 0);
  expect(needed.length, 'scripts and styles').toBeGreaterThan(2);
  expect(bytes, 'bytes after brotli').toBeLessThanOrEqual(FIRST_SCREEN.bytes);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FIRST_SCREEN.requests);

  test
    .info()
    .annotations.push({ type: 'first screen', description: `${bytes} bytes, ${requests.length} requests` });
});

/** Names of the scripts and styles that a page has loaded. */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name.split('/').at(-1) ?? '')
      .filter((name) => /\.(?:js|css)$/.test(name))
  );

test('who signs in loads neither settings nor device sheets before there is a home, which then needs few files', async ({
  page
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Demo home' }).click();
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await expect(signIn).toBeVisible();
  const files = await filesOf(page);
  expect(files).toContainEqual(expect.stringMatching(/^sign-in\./));
  expect(files.filter((name) => /^(?:settings|sheets|rooms)\./.test(name))).toEqual([]);

  await signIn.click();
  await untilLive(page);
  await page.reload();
  // The parts of a device's sheet come last.
  await expect.poll(() => filesOf(page)).toContainEqual(expect.stringMatching(/^parts\./));
  await page.waitForLoadState('networkidle');
  expect((await filesOf(page)).length).toBeLessThanOrEqual(FILES_OF_A_HOME);
});
