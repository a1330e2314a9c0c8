import { lazyView, withMessages } from '$lib/i18n/lazy-view';
import { lazy } from '$lib/lazy.svelte';
import { roomLampCode } from '$features/lamps/room-lamp-code';

/** What the home page loads late, in the order in which it is wanted. */

/** The tiles of favourite devices, with their messages. */
export const favouritesCode = lazyView(() => import('./Favourites.svelte'));

/** What is below the rooms. */
export const endCode = lazy(() => import('./HomeEnd.svelte'));

/** What the page loads once the link is live: the lamps of rooms, the floors' bulk actions, their messages, and the keeping of its record. */
export const laterCode = lazy(async () => {
  const [{ default: FloorMenu }, { keepRecord }, { roomLampsOf }] = await withMessages(
    Promise.all([
      import('$features/bulk-actions/FloorMenu.svelte'),
      import('$features/home/keep-record'),
      roomLampCode.load()
    ])
  );
  return { FloorMenu, keepRecord, roomLampsOf };
});
