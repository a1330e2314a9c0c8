import { brotliCompressSync } from 'node:zlib';
import { OWN_TILES } from '../build/weight';
import { signInByAddress, test } from './harness/controller';
import { untilLive } from './harness/link-state';
import { expect } from './harness/test';
import { stored } from './home-record';

test.use({ isShared: true });

/** Notes in the page when the app's own tiles are there, with their icons: those of a record do not count. */
function noteOwnTiles(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('#home:not([data-recorded]) .room-tile .room-icon path[d^="M"]')) return;
    observer.disconnect();
    Reflect.set(globalThis, 'ownAt', performance.now());
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

test('the own tiles of a home stay within their limits of bytes', async ({ page, browser, home }) => {
  await signInByAddress(page);
  const { cookies } = await page.context().storageState();
  const context = await browser.newContext({
    baseURL: home.url,
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    storageState: { cookies, origins: [] }
  });
  const fresh = await context.newPage();
  await fresh.addInitScript(noteOwnTiles);
  for (const visit of ['the first', 'the second']) {
    const answers = new Map<string, Promise<number>>();
    fresh.on('response', (response) =>
      answers.set(
        response.url(),
        response.body().then(
          (body) => brotliCompressSync(body).length,
          () => 0
        )
      )
    );
    await fresh.goto('/');
    await untilLive(fresh);
    const before = await fresh.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(
          (entry) =>
            entry instanceof PerformanceResourceTiming &&
            entry.responseEnd <= Number(Reflect.get(globalThis, 'ownAt'))
        )
        .map(({ name }) => name)
    );
    const asked = [fresh.url(), ...before];
    const bytes = (await Promise.all(asked.map((url) => answers.get(url) ?? Promise.resolve(0)))).reduce(
      (sum, each) => sum + each,
      0
    );
    test.info().annotations.push({
      type: `own tiles, ${visit} visit`,
      description: `${bytes} bytes, ${asked.length} requests`
    });
    expect(bytes, `${visit} visit: bytes after brotli`).toBeGreaterThan(50_000);
    expect(bytes, `${visit} visit: bytes after brotli`).toBeLessThanOrEqual(OWN_TILES.bytes);
    expect(asked.length, `${visit} visit: ${asked.join('\n')}`).toBeLessThanOrEqual(OWN_TILES.requests);
    await expect.poll(() => stored(fresh)).not.toBeNull();
    fresh.removeAllListeners('response');
  }
  await context.close();
});
