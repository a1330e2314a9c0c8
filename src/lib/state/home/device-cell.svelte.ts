import type { Device } from '#shared/home';
import { arrangeDevice, type Layout } from '#shared/layout';
import { Cell } from '../cell.svelte';

/** The household's layout as it is now, read reactively. */
export interface LayoutSource {
  readonly current: Layout;
}

/** A device as the controller tells it (`value`) and as its household sees it (`arranged`): another layout concerns the readers of the latter alone. */
export class DeviceCell extends Cell<Device> {
  readonly #layout: LayoutSource;
  readonly #arranged = $derived.by(() => arrangeDevice(this.value, this.#layout.current));

  constructor(device: Device, layout: LayoutSource) {
    super(device);
    this.#layout = layout;
  }

  /** The same object until the device changes, or what the layout says of it. */
  get arranged(): Device {
    return this.#arranged;
  }
}
