import type { App } from '$lib/state/app.svelte';
import { chooseFavourite, editDeviceAppearance } from '$lib/state/home/layout-edits';

/** Returns the favourites of the controller, which apply until the household has chosen its own. */
export function markedFavouritesOf({ home }: App): readonly number[] {
  return (home.home?.devices ?? []).filter(({ favorite }) => favorite).map(({ id }) => id);
}

/**
 * Adds a device to the favourites, or removes it. A hidden device is shown again if it becomes a favourite, since a
 * hidden favourite is shown nowhere. Resolves like `LayoutState.change`.
 */
export function setFavourite(app: App, id: number, isFavourite: boolean): Promise<boolean> {
  const choose = chooseFavourite(id, isFavourite, markedFavouritesOf(app));
  const isShownAgain = isFavourite && app.home.device(id)?.hidden === true;
  return app.layout.change((layout) => choose(isShownAgain ? showDeviceEdit(app, id)(layout) : layout));
}

/** Shows a hidden device again. Resolves like `LayoutState.change`. */
export function showDevice(app: App, id: number): Promise<boolean> {
  return app.layout.change(showDeviceEdit(app, id));
}

/** The layout overrides the controller only where that hides the device itself. */
const showDeviceEdit = ({ home }: App, id: number) =>
  editDeviceAppearance(id, { isHidden: home.reportedDevice(id)?.hidden === true ? false : undefined });
