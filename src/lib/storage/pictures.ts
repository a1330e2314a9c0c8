/** How the names of the caches begin that hold pictures of rooms. */
export const PICTURES_CACHE = 'mantel-pictures';

/** Empties the caches that hold pictures of a home; never the one that holds the app itself. */
export async function forgetPictures(): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(PICTURES_CACHE)).map((name) => caches.delete(name))
    );
  } catch {
    // A browser that forbids caches has none of ours.
  }
}
