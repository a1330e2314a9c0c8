import { nameOf } from '$lib/kinds/device-name';
import { hideDevice, undoHiding } from '$lib/state/home/layout-edits';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { markedFavouritesOf } from './device-layout';

/** A device that was hidden on this screen. */
interface Hidden {
  readonly name: string;
  readonly undo: () => Promise<boolean>;
}

/** The device that was hidden last, until its notice is dismissed: a service of the home. The sheet and the notice share it. */
export class LastHidden {
  readonly #home: OpenHome;
  #hidden = $state.raw<Hidden | null>(null);

  constructor(home: OpenHome) {
    this.#home = home;
  }

  /** The device's name; null if there is none. */
  get name(): string | null {
    return this.#hidden?.name ?? null;
  }

  /** Hides a device and removes it from the favourites. Resolves to whether the proxy accepted it. */
  async hide(id: number): Promise<boolean> {
    const { state: home, layout } = this.#home;
    const device = home.device(id);
    if (!device) return false;
    const before = layout.current;
    const marked = markedFavouritesOf(this.#home);
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
