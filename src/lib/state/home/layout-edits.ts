import type { DeviceAppearance, Layout, RoomAppearance } from '#shared/layout';

/**
 * Makes another layout of one. Done twice, it is done once: it may be laid over what another screen did meanwhile. What a newer version
 * said in it stays.
 */
export type LayoutEdit = (layout: Layout) => Layout;

/** What is to be different. Undefined: as the controller says it again; absent: as it is. */
export type AppearanceEdit<Appearance> = {
  readonly [Part in keyof Appearance]?: Appearance[Part] | undefined;
};

/** Gives a device its household's own name, icon, hiding or place, and a lock what its reports mean. */
export function editDeviceAppearance(id: number, changes: AppearanceEdit<DeviceAppearance>): LayoutEdit {
  return (layout) => {
    const { name, icon, isHidden, order, lock, ...unknown } = { ...layout.devices[id], ...changes };
    const appearance = {
      ...unknown,
      ...(name !== undefined && { name }),
      ...(icon !== undefined && { icon }),
      ...(isHidden !== undefined && { isHidden }),
      ...(order !== undefined && { order }),
      ...(lock !== undefined && { lock })
    };
    return { ...layout, devices: put(layout.devices, id, appearance) };
  };
}

/** Gives a room its household's own name, icon, picture or place. */
export function editRoomAppearance(id: number, changes: AppearanceEdit<RoomAppearance>): LayoutEdit {
  return (layout) => {
    const { name, icon, picture, order, ...unknown } = { ...layout.rooms[id], ...changes };
    const appearance = {
      ...unknown,
      ...(name !== undefined && { name }),
      ...(icon !== undefined && { icon }),
      ...(picture !== undefined && { picture }),
      ...(order !== undefined && { order })
    };
    return { ...layout, rooms: put(layout.rooms, id, appearance) };
  };
}

/** Gives rooms their places in the order of a list: those of one section, all of them. */
export function orderRooms(ids: readonly number[]): LayoutEdit {
  return (layout) => ids.reduce((before, id, order) => editRoomAppearance(id, { order })(before), layout);
}

/** Gives devices their places in the order of a list: those of one group of a room, all of them. */
export function orderDevices(ids: readonly number[]): LayoutEdit {
  return (layout) => ids.reduce((before, id, order) => editDeviceAppearance(id, { order })(before), layout);
}

/** Gives devices the places back that the controller gives them. */
export function resetDeviceOrder(ids: readonly number[]): LayoutEdit {
  return (layout) =>
    ids.reduce((before, id) => editDeviceAppearance(id, { order: undefined })(before), layout);
}

/**
 * Makes a device a favourite, the last one, or none.
 * @param marked those that the controller marks: they are the favourites of who has chosen none
 */
export function chooseFavourite(id: number, isFavourite: boolean, marked: readonly number[]): LayoutEdit {
  return (layout) => {
    const before = layout.favourites ?? marked;
    if (before.includes(id) === isFavourite) return layout;
    const favourites = isFavourite ? [...before, id] : before.filter((favourite) => favourite !== id);
    return { ...layout, favourites };
  };
}

/** Appearances with one more, or with one less where nothing is said in it. */
function put<Appearance extends object>(
  appearances: Readonly<Record<string, Appearance>>,
  id: number,
  appearance: Appearance
): Readonly<Record<string, Appearance>> {
  const { [String(id)]: _, ...others } = appearances;
  return Object.keys(appearance).length === 0 ? others : { ...others, [id]: appearance };
}
