import { brotliCompressSync } from 'node:zlib';
import { bounds } from '../../.ci/weight.mjs';
import { expect, test } from './harness/test';

test.use({ isShared: true });

/** What a new screen truly asks for, as against what the build's manifest says that it will. */
test('a first visit shows the connect page within the bounds of weight and requests', async ({ page }) => {
  const asked: string[] = [];
  const weights: Promise<number>[] = [];
  page.on('response', (response) => {
    asked.push(response.url());
    if (['script', 'stylesheet', 'font'].includes(response.request().resourceType()))
      weights.push(response.body().then((body) => brotliCompressSync(body).length));
  });

  await page.goto('/');
  await expect(page.getByRole('heading').first()).toBeVisible();
  // Some versions of Chromium request the icon of the tab, others do not: the page does not need it.
  const icons = await page
    .locator('link[rel~="icon"]')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : '')));
  expect(icons.length, 'icons of the tab').toBeGreaterThan(0);
  // A search that goes on asks for what it has found again and again: that is no part of the first screen.
  const requests = [...new Set(asked)].filter((url) => !icons.includes(url));

  const bytes = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
  expect(weights.length, 'scripts and styles').toBeGreaterThan(2);
  expect(bytes, 'bytes after brotli').toBeLessThanOrEqual(bounds.bytes);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(bounds.requests);
});
