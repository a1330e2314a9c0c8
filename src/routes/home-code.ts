import { lazyView, withMessages } from '$lib/i18n/lazy-view';
import { roomAppearance } from '$lib/kinds/room-appearance.svelte';
import { lazy } from '$lib/lazy.svelte';
import { shownSnapshot } from '$features/home-snapshot/shown-snapshot.svelte';

/** What the home page loads late, in the order in which it is wanted. */

/** The list of sections, on wide screens. */
export const railCode = lazy(async () => (await import('$lib/components/Rail.svelte')).default);

/** The tiles of favourite devices, with their messages. */
export const deviceTilesCode = lazyView(() => import('$features/tiles/TileGroup.svelte'));

/** Loads all that a snapshot shows, so that the page can replace it in one task. What cannot be loaded comes later. */
export const prepare = () =>
  Promise.allSettled([
    roomAppearance.load(),
    railCode.load(),
    shownSnapshot.hasDevices ? deviceTilesCode.load() : null
  ]);

/** What the page loads after its tiles: the floors' bulk actions with their messages, and the keeping of snapshots. */
export const laterCode = lazy(async () => {
  const [{ default: FloorActions }, { keepSnapshot }] = await withMessages(
    Promise.all([
      import('$features/bulk-actions/FloorActions.svelte'),
      import('$features/home-snapshot/keep-snapshot')
    ])
  );
  return { FloorActions, keepSnapshot };
});
