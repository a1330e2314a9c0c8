import { lazyView, withMessages } from '$lib/i18n/lazy-view';
import { roomAppearance } from '$lib/kinds/room-appearance.svelte';
import { lazy } from '$lib/lazy.svelte';
import { roomLampCode } from '$features/lamps/room-lamp-code';
import { shownSnapshot } from '$features/home/snapshot/shown-snapshot.svelte';

/** What the home page loads late, in the order in which it is wanted. */

/** The list of sections, on wide screens. */
export const railCode = lazy(async () => (await import('./HomeRail.svelte')).default);

/** The tiles of favourite devices, with their messages. */
export const deviceTilesCode = lazyView(() => import('$features/page/TileGroup.svelte'));

/** Loads all that a snapshot shows, so that the page can replace it in one task. What cannot be loaded comes later. */
export const prepare = () =>
  Promise.allSettled([
    roomAppearance.load(),
    railCode.load(),
    shownSnapshot.hasDevices ? deviceTilesCode.load() : null
  ]);

/** What the page loads after its tiles: the lamps of rooms, the floors' bulk actions, their messages, and the keeping of snapshots. */
export const laterCode = lazy(async () => {
  const [{ default: FloorMenu }, { keepSnapshot }, { keepShape }] = await withMessages(
    Promise.all([
      import('$features/bulk-actions/FloorMenu.svelte'),
      import('$features/home/snapshot/keep-snapshot'),
      import('./keep-shape'),
      roomLampCode.load()
    ])
  );
  return { FloorMenu, keepSnapshot, keepShape };
});
