import { chooseFavourite, editDeviceAppearance } from '$lib/state/home/layout-edits';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** Returns the favourites of the controller, which apply until the household has chosen its own. */
export function markedFavouritesOf({ state: home }: OpenHome): readonly number[] {
  return (home.home?.devices ?? []).filter(({ favorite }) => favorite).map(({ id }) => id);
}

/**
 * Adds a device to the favourites, or removes it. A hidden device is shown again if it becomes a favourite, since a
 * hidden favourite is shown nowhere. Resolves like `LayoutState.change`.
 */
export function setFavourite(home: OpenHome, id: number, isFavourite: boolean): Promise<boolean> {
  const choose = chooseFavourite(id, isFavourite, markedFavouritesOf(home));
  const isShownAgain = isFavourite && home.state.device(id)?.hidden === true;
  return home.layout.change((layout) => choose(isShownAgain ? showDeviceEdit(home, id)(layout) : layout));
}

/** Shows a hidden device again. Resolves like `LayoutState.change`. */
export function showDevice(home: OpenHome, id: number): Promise<boolean> {
  return home.layout.change(showDeviceEdit(home, id));
}

/** The layout overrides the controller only where that hides the device itself. */
const showDeviceEdit = ({ state: home }: OpenHome, id: number) =>
  editDeviceAppearance(id, { isHidden: home.reportedDevice(id)?.hidden === true ? false : undefined });
