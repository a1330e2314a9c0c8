import type { Room } from '#shared/home';
import type { RoomPicture } from './room-pictures';

type Shown<Part extends keyof Room> = Pick<Room, Part> | null;

/**
 * The icons and pictures of rooms. They are loaded after the first screen, since they weigh as much as the page itself. Until then an
 * icon is an empty path of the same size, and a tile is plain. Where they cannot be loaded, rooms still have names.
 */
class RoomAppearances {
  #iconOf = $state.raw<(room: Shown<'icon'>) => string>(() => '');
  #pictureOf = $state.raw<(room: Shown<'background_image' | 'name'>) => RoomPicture | undefined>(
    () => undefined
  );

  /** A room's icon, as the `d` of a path in a 24 × 24 box; see `room-icons`. Reads reactive state. */
  icon(room: Shown<'icon'>): string {
    return this.#iconOf(room);
  }

  /** The picture behind a room; see `room-pictures`. Reads reactive state. */
  picture(room: Shown<'background_image' | 'name'>): RoomPicture | undefined {
    return this.#pictureOf(room);
  }

  /** Loads icons and pictures. */
  async load(): Promise<void> {
    const parts = await Promise.all([import('./room-icons'), import('./room-pictures')]).catch(() => null);
    if (!parts) return;
    this.#iconOf = parts[0].roomIconOf;
    this.#pictureOf = parts[1].roomPictureOf;
  }
}

/** The icons and pictures of rooms; one instance for the page. */
export const roomAppearance = new RoomAppearances();
