import type { Room } from '#shared/home';
import type { RoomPicture } from './room-pictures';

type Shown<Part extends keyof Room> = Pick<Room, Part> | null;

/**
 * How rooms look: their icons and pictures, which come after the first screen's words, for they weigh as much as the page itself. Until
 * then an icon is an empty path, in the very place that it will have, and a tile is plain. Where they cannot be had it stays so: rooms
 * have names.
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

  /** Fetches them. */
  async load(): Promise<void> {
    const parts = await Promise.all([import('./room-icons'), import('./room-pictures')]).catch(() => null);
    if (!parts) return;
    this.#iconOf = parts[0].roomIconOf;
    this.#pictureOf = parts[1].roomPictureOf;
  }
}

/** How rooms look; one set for the page. */
export const roomAppearance = new RoomAppearances();
