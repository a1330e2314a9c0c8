import type { Page } from '@playwright/test';

/** Everything that a page stores: databases, caches, storage, and cookies that scripts can read. */
export const allStoredData = (page: Page) =>
  page.evaluate(async () => {
    const storages = [localStorage, sessionStorage].map((each) => Object.entries(each));
    const stored: unknown[] = [document.cookie, storages, location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames)
        stored.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve([name, store, reading.result]);
          })
        );
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        stored.push([name, request.url, request.url.includes('/_app/') ? '' : text]);
      }
    }
    return JSON.stringify(stored);
  });
