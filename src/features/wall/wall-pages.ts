import type { RoomView } from '$features/view-models/room-view.svelte';
import type { WallFloor } from './wall-view.svelte';

/** Above this number of rooms there is no tab of all of them. */
const MAX_ROOMS_OF_ALL = 24;
/** Up to this number of rooms the devices of the home are below them, as on a floor. */
const MAX_ROOMS_ABOVE_DEVICES = 8;

/** The key of the tab with all rooms. */
export const ALL = 'all';

/** A tab of the wall's first page: all rooms, or a floor. */
export interface WallTab {
  readonly key: string;
  /** Empty for all rooms, and for rooms without a section. */
  readonly name: string;
  readonly rooms: readonly RoomView[];
  /** Whether devices are below the rooms. */
  readonly hasDevices: boolean;
}

/** Returns the tabs: all rooms first, unless there are too many, then each floor. A home of one floor has one. */
export function wallTabs(floors: readonly WallFloor[]): readonly WallTab[] {
  const [first, ...others] = floors;
  if (!first) return [];
  if (others.length === 0) return [{ ...first, hasDevices: true }];
  const rooms = floors.flatMap((floor) => floor.rooms);
  const all = { key: ALL, name: '', rooms, hasDevices: rooms.length <= MAX_ROOMS_ABOVE_DEVICES };
  return [
    ...(rooms.length <= MAX_ROOMS_OF_ALL ? [all] : []),
    ...floors.map((floor) => ({ ...floor, hasDevices: true }))
  ];
}

/** Returns the names of floors by the keys of rooms that have the same name as another one. */
export function floorsOfNamesakes(floors: readonly WallFloor[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of floors.flatMap(({ rooms }) => rooms)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    floors.flatMap(({ name: floor, rooms }) =>
      rooms.flatMap(({ name, slot }) =>
        (counts.get(name) ?? 0) > 1 && floor !== '' ? [[slot.key, floor] as const] : []
      )
    )
  );
}
