import { webFileOf, WORKER, type WebFile } from './web-files';

/**
 * A service worker that undoes the one before it: it takes over at once, removes itself and all caches, and loads the pages anew that
 * the other one held. It claims no page, so that a page which registers it again is left in peace.
 */
const KILL_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  const pages = await self.clients.matchAll({ type: 'window' });
  await self.registration.unregister();
  for (const page of pages) await page.navigate(page.url).catch(() => undefined);
}
`;

/** The same app with a service worker that frees its browsers from a bad one: what `--kill-worker` serves. */
export function withKillWorker(files: ReadonlyMap<string, WebFile>): ReadonlyMap<string, WebFile> {
  return new Map([...files, [WORKER, webFileOf(WORKER, Buffer.from(KILL_WORKER))]]);
}
