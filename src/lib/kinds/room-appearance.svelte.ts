import type RoomPictureComponent from '$lib/components/RoomPicture.svelte';
import type { Room } from '#shared/home';
import type { RoomPicture } from './room-pictures';
import type { HighlightKind } from './room-summary';

type Shown<Part extends keyof Room> = Pick<Room, Part> | null;

/**
 * The icons and pictures of rooms, and the icons of their chips. They are loaded after the first screen, since they are
 * as big as the page itself. Until then an icon is an empty path of the same size, and a tile has no picture.
 */
class RoomAppearances {
  #iconOf = $state.raw<(room: Shown<'icon'>) => string>(() => '');
  #pictureOf = $state.raw<(room: Shown<'background_image' | 'name'>) => RoomPicture | undefined>(
    () => undefined
  );
  #Picture = $state.raw<typeof RoomPictureComponent | null>(null);
  #chipIcons = $state.raw<Readonly<Partial<Record<HighlightKind, string>>>>({});

  /** Returns a room's icon, as path data (`d`) in a 24 × 24 box; see `room-icons`. Reactive. */
  icon(room: Shown<'icon'>): string {
    return this.#iconOf(room);
  }

  /** Returns a room's picture; see `room-pictures`. Reactive. */
  picture(room: Shown<'background_image' | 'name'>): RoomPicture | undefined {
    return this.#pictureOf(room);
  }

  /** The component that draws pictures; null before it is loaded. Reactive. */
  get Picture(): typeof RoomPictureComponent | null {
    return this.#Picture;
  }

  /** Returns the icon of a chip, as path data. Reactive. */
  chipIcon(kind: HighlightKind): string {
    return this.#chipIcons[kind] ?? '';
  }

  /** Loads icons and pictures. If that fails, rooms are shown with their names only. */
  async load(): Promise<void> {
    const parts = await Promise.all([
      import('./room-icons'),
      import('./room-pictures'),
      import('./chip-icons'),
      import('$lib/components/RoomPicture.svelte')
    ]).catch(() => null);
    if (!parts) return;
    this.#iconOf = parts[0].roomIconOf;
    this.#pictureOf = parts[1].roomPictureOf;
    this.#chipIcons = parts[2].chipIcons;
    this.#Picture = parts[3].default;
  }
}

/** The icons and pictures of rooms; one instance for the page. */
export const roomAppearance = new RoomAppearances();
