import type { App } from '$lib/state/app.svelte';
import { hideDevice, undoHiding } from '$lib/state/home/layout-edits';
import { onePerApp } from '$lib/state/one-per-app';
import { ownerOf } from '$lib/state/session/owner';
import { nameOf } from '$lib/kinds/device-name';
import { markedFavouritesOf } from './device-layout';

/** A device that was hidden on this screen. */
interface Hidden {
  /** The controller and user whose home it is in. */
  readonly owner: string | null;
  readonly name: string;
  readonly undo: () => Promise<boolean>;
}

/** The device that was hidden last, until its notice is dismissed. */
export class LastHidden {
  readonly #app: App;
  #hidden = $state.raw<Hidden | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** The device's name; null if there is none, or if it is in another user's home. */
  get name(): string | null {
    return this.#hidden?.owner === this.#owner ? this.#hidden.name : null;
  }

  /** Hides a device and removes it from the favourites. Resolves to whether the proxy accepted it. */
  async hide(id: number): Promise<boolean> {
    const { home, layout } = this.#app;
    const device = home.device(id);
    if (!device) return false;
    const before = layout.current;
    const marked = markedFavouritesOf(this.#app);
    const hidden: Hidden = {
      owner: this.#owner,
      name: nameOf(device),
      undo: () => layout.change(undoHiding(id, before, marked))
    };
    const isHidden = await layout.change(hideDevice(id, marked));
    if (isHidden) this.#hidden = hidden;
    return isHidden;
  }

  /** Shows the device again, as a favourite if it was one. A failure keeps the notice. */
  async undo(): Promise<void> {
    const hidden = this.#hidden;
    if ((await hidden?.undo()) === true && this.#hidden === hidden) this.#hidden = null;
  }

  /** Removes the notice. */
  dismiss(): void {
    this.#hidden = null;
  }

  get #owner(): string | null {
    return ownerOf(this.#app.session.current);
  }
}

/** Returns the app's last hidden device. The sheet and the notice share it. */
export const lastHiddenOf = onePerApp((app) => new LastHidden(app));
