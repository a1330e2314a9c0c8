/** How the name of the cache begins that holds the app itself: nobody's secret, and without it no page opens offline. */
const SHELL = 'workbox-precache';

/** Deletes every cache but the app's own: others may contain data of a home. */
export async function deleteForeignCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => !name.startsWith(SHELL)).map((name) => caches.delete(name)));
  } catch {
    // A browser that forbids caches has none of ours.
  }
}
