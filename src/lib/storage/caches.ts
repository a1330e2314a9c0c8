/** The prefix of the cache with the app itself. It contains no data of a home, and offline use needs it. */
const SHELL = 'workbox-precache';

/** Deletes all caches but the app's own, since they may contain data of a home. */
export async function deleteForeignCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => !name.startsWith(SHELL)).map((name) => caches.delete(name)));
  } catch {
    // A browser that forbids caches has none.
  }
}
