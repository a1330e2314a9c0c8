import type { Device } from '#shared/home';
import { arrangeDevice, type Layout } from '#shared/layout';
import { Cell } from '../cell.svelte';

/** The household's current layout, and the names that stand in for reported ones. Reactive. */
export interface LayoutSource {
  readonly current: Layout;
  /** Returns the thing with the name that the page has for it; all keep their reported ones by default. */
  readonly named?: <T extends { readonly name: string }>(thing: T) => T;
}

/** Returns what the source names otherwise than the controller does. */
export const nameBy = <T extends { readonly name: string }>(source: LayoutSource, thing: T): T =>
  source.named?.(thing) ?? thing;

/**
 * A device as the controller reports it (`value`) and with the household's layout applied (`arranged`). A new layout
 * re-runs only the readers of `arranged`.
 */
export class DeviceCell extends Cell<Device> {
  readonly #layout: LayoutSource;
  readonly #arranged = $derived.by(() =>
    arrangeDevice(nameBy(this.#layout, this.value), this.#layout.current)
  );

  constructor(device: Device, layout: LayoutSource) {
    super(device);
    this.#layout = layout;
  }

  /** The same object until the device or its entry in the layout changes. */
  get arranged(): Device {
    return this.#arranged;
  }
}
