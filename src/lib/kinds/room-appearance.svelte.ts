import { lazy } from '$lib/lazy.svelte';
import type RoomPictureComponent from '$lib/components/RoomPicture.svelte';
import type { Room } from '#shared/home';
import type { RoomPicture } from './room-pictures';
import type { HighlightKind } from './room-summary';

type Shown<Part extends keyof Room> = Pick<Room, Part> | null;

/**
 * The icons and pictures of rooms, and the icons of their chips. They are loaded after the first screen, since they are
 * as big as the page itself. Until then an icon is an empty path of the same size, and a tile has no picture.
 */
const code = lazy(async () => {
  const [{ roomIconOf }, { roomPictureOf }, { chipIcons }, { default: Picture }] = await Promise.all([
    import('./room-icons'),
    import('./room-pictures'),
    import('./chip-icons'),
    import('$lib/components/RoomPicture.svelte')
  ]);
  return { roomIconOf, roomPictureOf, chipIcons, Picture };
});

/** What rooms look like; one instance for the page. All of it is reactive. */
export const roomAppearance = {
  /** Returns a room's icon, as path data (`d`) in a 24 × 24 box; see `room-icons`. */
  icon: (room: Shown<'icon'>): string => code.value?.roomIconOf(room) ?? '',

  /** Returns a room's picture; see `room-pictures`. */
  picture: (room: Shown<'background_image' | 'name'>): RoomPicture | undefined =>
    code.value?.roomPictureOf(room),

  /** The component that draws pictures; null before it is loaded. */
  get Picture(): typeof RoomPictureComponent | null {
    return code.value?.Picture ?? null;
  },

  /** Returns the icon of a chip, as path data. */
  chipIcon: (kind: HighlightKind): string => code.value?.chipIcons[kind] ?? '',

  /** Loads icons and pictures. If that fails, rooms are shown with their names only. */
  load: async (): Promise<void> => void (await code.load().catch(() => null))
};
