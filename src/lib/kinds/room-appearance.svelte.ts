import type { Room } from '#shared/home';
import type RoomPictureComponent from '$lib/components/RoomPicture.svelte';
import { lazy } from '$lib/lazy.svelte';
import type { RoomPicture } from './room-pictures';
import type { HighlightKind } from './room-summary';

type Shown<Part extends keyof Room> = Pick<Room, Part> | null;

/**
 * The icons of rooms and of their chips. They are loaded after the first screen, since they are as big as the page itself.
 * Until then an icon is an empty path of the same size.
 */
const iconCode = lazy(async () => {
  const [{ roomIconOf }, { chipIcons }] = await Promise.all([import('./room-icons'), import('./chip-icons')]);
  return { roomIconOf, chipIcons };
});

/** The pictures of rooms, for the pages that have the room for them. */
const pictureCode = lazy(async () => {
  const [{ roomPictureOf }, { default: Picture }] = await Promise.all([
    import('./room-pictures'),
    import('$lib/components/RoomPicture.svelte')
  ]);
  return { roomPictureOf, Picture };
});

/** What rooms look like; one instance for the page. All of it is reactive. */
export const roomAppearance = {
  /** Returns a room's icon, as path data (`d`) in a 24 × 24 box; see `room-icons`. */
  icon: (room: Shown<'icon'>): string => iconCode.value?.roomIconOf(room) ?? '',

  /** Returns a room's picture, and the component that draws it; undefined before they are loaded. */
  picture(
    room: Shown<'background_image' | 'name'>
  ): { readonly picture: RoomPicture; readonly Picture: typeof RoomPictureComponent } | undefined {
    const picture = pictureCode.value?.roomPictureOf(room);
    return picture && pictureCode.value ? { picture, Picture: pictureCode.value.Picture } : undefined;
  },

  /** Returns the icon of a chip, as path data. */
  chipIcon: (kind: HighlightKind | 'attention'): string => iconCode.value?.chipIcons[kind] ?? '',

  /** Loads the icons. If that fails, rooms are shown with their names only. */
  load: async (): Promise<void> => void (await iconCode.load().catch(() => null)),

  /** Loads the pictures. If that fails, there are none. */
  loadPictures: async (): Promise<void> => void (await pictureCode.load().catch(() => null))
};
