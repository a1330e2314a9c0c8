import type { Room } from '#shared/home';
import type { RoomPicture } from './room-pictures';

/** A room's picture; see `room-pictures`. */
type PictureOf = (room: Pick<Room, 'background_image' | 'name'> | null) => RoomPicture | undefined;

/** The pictures behind rooms, which come after the first screen: until then a tile is plain. */
class LateRoomPictures {
  #pictureOf = $state.raw<PictureOf>(() => undefined);
  #loading: Promise<void> | null = null;

  /** A room's picture; reads reactive state. */
  of(room: Pick<Room, 'background_image' | 'name'> | null): RoomPicture | undefined {
    return this.#pictureOf(room);
  }

  /** Fetches them, once. Where that fails, tiles stay plain. */
  load(): Promise<void> {
    this.#loading ??= import('./room-pictures').then(
      ({ roomPictureOf }) => void (this.#pictureOf = roomPictureOf),
      () => void (this.#loading = null)
    );
    return this.#loading;
  }
}

/** The pictures behind rooms; one set for the page. */
export const roomPictures = new LateRoomPictures();
