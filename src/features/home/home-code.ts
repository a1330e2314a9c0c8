import { roomLampCode } from '$features/lamps/room-lamp-code';
import { lazyView, withMessages } from '$lib/i18n/lazy-view';
import { roomAppearance } from '$lib/kinds/room-appearance.svelte';
import { lazy } from '$lib/lazy.svelte';

/** What the home page loads late, in the order in which it is wanted. */

/** The page itself, with the state of a home. */
export const homeCode = lazy(async () => (await import('./Home.svelte')).default);

/** The tiles of favourite devices, with their messages. */
export const favouritesCode = lazyView(() => import('./FavouriteTiles.svelte'));

/** What is below the rooms. */
export const endCode = lazy(() => import('./HomeEnd.svelte'));

/**
 * What the page loads once the link is live: the lamps of rooms, the scenes, the floors' bulk actions, their messages, and the keeping of
 * its record.
 */
export const laterCode = lazy(async () => {
  const [{ default: SceneTiles }, { default: FloorMenu }, { keepRecord }, { roomLampsOf }] =
    await withMessages(
      Promise.all([
        import('$features/scenes/SceneTiles.svelte'),
        import('$features/room/FloorMenu.svelte'),
        import('./keep-record'),
        roomLampCode.load()
      ])
    );
  return { SceneTiles, FloorMenu, keepRecord, roomLampsOf };
});

/**
 * Loads the page, and all that it shows at first, so that nothing of a record goes for a moment. Rejects if the page cannot be loaded;
 * what else cannot be loaded comes later.
 */
export async function loadHome(hasFavourites: boolean) {
  const [Home] = await Promise.all([
    homeCode.load(),
    roomAppearance.load(),
    hasFavourites && favouritesCode.load().catch(() => null)
  ]);
  return Home;
}
