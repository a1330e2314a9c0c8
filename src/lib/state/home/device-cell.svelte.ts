import type { Device } from '#shared/home';
import { arrangeDevice, type Layout } from '#shared/layout';
import { Cell } from '../cell.svelte';

/** The household's current layout. Reactive. */
export interface LayoutSource {
  readonly current: Layout;
}

/**
 * A device as the controller reports it (`value`) and with the household's layout applied (`arranged`). A new layout
 * re-runs only the readers of `arranged`.
 */
export class DeviceCell extends Cell<Device> {
  readonly #layout: LayoutSource;
  readonly #arranged = $derived.by(() => arrangeDevice(this.value, this.#layout.current));

  constructor(device: Device, layout: LayoutSource) {
    super(device);
    this.#layout = layout;
  }

  /** The same object until the device or its entry in the layout changes. */
  get arranged(): Device {
    return this.#arranged;
  }
}
