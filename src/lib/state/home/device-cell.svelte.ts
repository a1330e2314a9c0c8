import type { Device } from '#shared/home';
import { arrangeDevice, type Layout } from '#shared/layout';
import { Cell } from '../cell.svelte';

/** The household's current layout. Reactive. */
export interface LayoutSource {
  readonly current: Layout;
}

/** What decides how a device is shown, besides itself. Reactive. */
export interface DeviceContext {
  readonly layout: Layout;
  /** Ids of the devices whose name another device of their room has too. */
  readonly namesakes: ReadonlySet<number>;
}

/**
 * A device as the controller reports it (`value`) and as it is shown (`arranged`): with the household's layout, and whether
 * its name is unique in its room. A new layout re-runs only the readers of `arranged`.
 */
export class DeviceCell extends Cell<Device> {
  readonly #context: DeviceContext;
  readonly #isNamesake = $derived.by(() => this.#context.namesakes.has(this.value.id));
  readonly #arranged = $derived.by(() => {
    const device = arrangeDevice(this.value, this.#context.layout);
    return this.#isNamesake ? { ...device, isNamesake: true as const } : device;
  });

  constructor(device: Device, context: DeviceContext) {
    super(device);
    this.#context = context;
  }

  /** The same object until the device, its entry in the layout, or the uniqueness of its name changes. */
  get arranged(): Device {
    return this.#arranged;
  }
}
