import { isSame } from '#shared/changes';
import type { Params } from '#shared/home';
import type { DeviceAppearance, Layout, RoomAppearance } from '#shared/layout';
import { mergeLayout } from '#shared/layout-changes';

/**
 * Makes a new layout from another one. An edit is idempotent, so it can be reapplied to a layout that another screen
 * has changed.
 */
export type LayoutEdit = (layout: Layout) => Layout;

/**
 * Changed fields of an appearance. Undefined resets a field to the controller's value; absent fields stay as they are.
 */
export type AppearanceEdit<Appearance> = {
  readonly [Part in keyof Appearance]?: Appearance[Part] | undefined;
};

/** Merges changes into any layout. */
const merging =
  (changes: Params): LayoutEdit =>
  (layout) =>
    mergeLayout(layout, changes);

/** Changes a device's custom name, icon, hiding or sort order, whether it is a room light, or the meaning of a lock's reports. */
export const editDeviceAppearance = (id: number, changes: AppearanceEdit<DeviceAppearance>): LayoutEdit =>
  merging({ devices: { [id]: changes } });

/** Changes a room's custom name, icon, picture, sort order or sensors, or whether wall tablets show it. */
export const editRoomAppearance = (id: number, changes: AppearanceEdit<RoomAppearance>): LayoutEdit =>
  merging({ rooms: { [id]: changes } });

/** Sorts rooms in the order of a list, which contains all rooms of one section. */
export const orderRooms = (ids: readonly number[]): LayoutEdit => merging({ rooms: placesOf(ids) });

/** Sorts devices in the order of a list, which contains all devices of one group of a room. */
export const orderDevices = (ids: readonly number[]): LayoutEdit => merging({ devices: placesOf(ids) });

/** Chooses after how many minutes doors and windows count as left open; 0 for never. */
export const chooseLeftOpen = (leftOpenMinutes: number): LayoutEdit => merging({ leftOpenMinutes });

/** Puts off what needs attention until a time, in ms since the epoch; null shows it again. What is past is removed. */
export const putOff =
  (key: string, until: number | null, now: number): LayoutEdit =>
  (layout) => {
    const past = Object.entries(layout.putOff ?? {}).filter(([, at]) => at <= now);
    return mergeLayout(layout, {
      putOff: { ...Object.fromEntries(past.map(([each]) => [each, null])), [key]: until }
    });
  };

const placesOf = (ids: readonly number[]) => Object.fromEntries(ids.map((id, order) => [id, { order }]));

/** Resets devices to the controller's sort order. */
export const resetDeviceOrder = (ids: readonly number[]): LayoutEdit =>
  merging({ devices: Object.fromEntries(ids.map((id) => [id, { order: null }])) });

/**
 * Adds a device to the end of the favourites, or removes it.
 * @param marked favourites of the controller, used if the user has chosen none
 */
export function chooseFavourite(id: number, isFavourite: boolean, marked: readonly number[]): LayoutEdit {
  return (layout) => {
    const before = layout.favourites ?? marked;
    if (before.includes(id) === isFavourite) return layout;
    const favourites = isFavourite ? [...before, id] : before.filter((favourite) => favourite !== id);
    return { ...layout, favourites };
  };
}

/**
 * Hides a device and removes it from the favourites, since a hidden favourite is shown nowhere.
 * @param marked favourites of the controller, used if the user has chosen none
 */
export function hideDevice(id: number, marked: readonly number[]): LayoutEdit {
  return (layout) => chooseFavourite(id, false, marked)(editDeviceAppearance(id, { isHidden: true })(layout));
}

/**
 * Undoes `hideDevice`. The device is shown as before, and is a favourite again at its place if it was one. Changes that
 * were made meanwhile stay.
 * @param before the layout before the device was hidden
 * @param marked as for `hideDevice`
 */
export function undoHiding(id: number, before: Layout, marked: readonly number[]): LayoutEdit {
  const hidden = hideDevice(id, marked)(before);
  const place = (before.favourites ?? marked).indexOf(id);
  return (layout) => {
    const shown = editDeviceAppearance(id, { isHidden: before.devices[id]?.isHidden })(layout);
    if (isSame(layout.favourites, hidden.favourites)) return { ...shown, favourites: before.favourites };
    const favourites = layout.favourites ?? marked;
    if (place < 0 || favourites.includes(id)) return shown;
    return { ...shown, favourites: [...favourites.slice(0, place), id, ...favourites.slice(place)] };
  };
}
