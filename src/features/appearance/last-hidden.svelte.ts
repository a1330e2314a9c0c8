import type { App } from '$lib/state/app.svelte';
import { hideDevice, undoHiding } from '$lib/state/home/layout-edits';
import { onePerHome } from '$lib/state/one-per';
import { nameOf } from '$lib/kinds/device-name';
import { markedFavouritesOf } from './device-layout';

/** A device that was hidden on this screen. */
interface Hidden {
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

  /** The device's name; null if there is none. */
  get name(): string | null {
    return this.#hidden?.name ?? null;
  }

  /** Hides a device and removes it from the favourites. Resolves to whether the proxy accepted it. */
  async hide(id: number): Promise<boolean> {
    const { home, layout } = this.#app;
    const device = home.device(id);
    if (!device) return false;
    const before = layout.current;
    const marked = markedFavouritesOf(this.#app);
    const hidden: Hidden = {
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
}

/** Returns the device of the shown home that was hidden last. The sheet and the notice share it. */
export const lastHiddenOf = onePerHome((app) => new LastHidden(app));
