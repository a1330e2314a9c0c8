import { webFileOf, WORKER, type WebFile } from './web-files';

/**
 * A service worker that removes the previous one: it activates at once, unregisters itself, deletes all caches, and
 * reloads the pages that the previous one controlled. It claims no page, so a page that registers it again is not reloaded.
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

/** Replaces the app's service worker with one that removes itself, for `--kill-worker`. */
export function withKillWorker(files: ReadonlyMap<string, WebFile>): ReadonlyMap<string, WebFile> {
  return new Map([...files, [WORKER, webFileOf(WORKER, Buffer.from(KILL_WORKER))]]);
}
