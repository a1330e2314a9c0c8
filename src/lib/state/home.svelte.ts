import type { Device, Home, Room, Section } from '#shared/home';

/** A section and its rooms in their order; `section` is null for the rooms that lie in none. */
export interface SectionRooms {
  readonly section: Section | null;
  readonly rooms: readonly Room[];
}

/**
 * The home as it was last confirmed. Reads are fine-grained: a change to one device re-runs what reads that device, and
 * nothing that reads `sections`, `roomDeviceIds` or another device.
 */
export class HomeState {
  /** The whole home; null before anything is known. Reading it in a template follows every change: prefer the narrower reads. */
  get home(): Home | null {
    return null;
  }

  /** When it was last known to be current, in ms since the epoch; null before anything is known. */
  get asOf(): number | null {
    return null;
  }

  /** Sections as the controller gives them, rooms by `order`; the room that stands for "no room" is left out. */
  get sections(): readonly SectionRooms[] {
    return [];
  }

  room(_id: number): Room | undefined {
    return undefined;
  }

  /** A device's confirmed values. */
  device(_id: number): Device | undefined {
    return undefined;
  }

  /**
   * The ids of a room's shown devices, by order, name and id; null (or the id of the room that stands for it) for those without a room.
   * The same array until something moves: iterate over this with `device(id)` in each tile, so that one change renders one tile.
   */
  roomDeviceIds(_roomId: number | null): readonly number[] {
    return [];
  }

  /** A room's shown devices themselves: for what sums a room up. Follows each of them. */
  roomDevices(_roomId: number | null): readonly Device[] {
    return [];
  }
}
