import type { Room } from '#shared/home';

/** A room's picture, as the `d` of a path; see `room-icons`. */
type IconOf = (room: Pick<Room, 'icon'> | null) => string;

/**
 * The pictures of rooms, which come after the first screen's words: they weigh as much as the page itself. Until then each is an empty
 * path, in the very place that it will have.
 */
class LateRoomIcons {
  #iconOf = $state.raw<IconOf>(() => '');

  /** A room's picture, as the `d` of a path in a 24 × 24 box; reads reactive state. */
  of(room: Pick<Room, 'icon'> | null): string {
    return this.#iconOf(room);
  }

  /** Fetches them. Where that fails, rooms stay without pictures: they have names. */
  async load(): Promise<void> {
    const icons = await import('./room-icons').catch(() => null);
    if (icons) this.#iconOf = icons.roomIconOf;
  }
}

/** The pictures of rooms; one set for the page. */
export const roomIcons = new LateRoomIcons();
