import type { Device } from '#shared/home';
import { arrangeDevice, type Layout } from '#shared/layout';
import type { TouchRule } from '#shared/touch';
import { Cell } from '../base/cell.svelte';

/** The household's current layout, and the names that stand in for reported ones. Reactive. */
export interface LayoutSource {
  readonly current: Layout;
  /** What devices do when they are touched, and which leaving turns off, by their ids. */
  readonly touches?: Readonly<Record<string, TouchRule>>;
  /** The armed sensors that do not guard, by their ids. */
  readonly unguarded?: readonly number[];
  /** Returns the thing with the name that the page has for it; all keep their reported ones by default. */
  readonly named?: <T extends { readonly name: string }>(thing: T) => T;
}

/** Returns what the source names otherwise than the controller does. */
export const nameBy = <T extends { readonly name: string }>(source: LayoutSource, thing: T): T =>
  source.named?.(thing) ?? thing;

/** An arranged device, and what it was made of. */
interface Arranged {
  readonly value: Device;
  readonly name: string;
  readonly layout: Layout;
  readonly rule: TouchRule | undefined;
  readonly isUnguarded: boolean;
  readonly device: Device;
}

/**
 * A device as the controller reports it (`value`) and as the household has it (`arranged`). A new layout
 * re-runs only the readers of `arranged`.
 */
export class DeviceCell extends Cell<Device> {
  readonly #layout: LayoutSource;
  /** A plain memory: a derived for each of a thousand devices costs a tablet a megabyte. */
  #last: Arranged | undefined;

  constructor(device: Device, layout: LayoutSource) {
    super(device);
    this.#layout = layout;
  }

  /** The same object until the device or the layout changes; for a device without an entry in the layout, until the device changes. */
  get arranged(): Device {
    const { value } = this;
    const named = nameBy(this.#layout, value);
    const { current: layout, touches, unguarded } = this.#layout;
    const rule = touches?.[value.id];
    const isUnguarded = unguarded?.includes(value.id) === true;
    let last = this.#last;
    if (
      last?.value !== value ||
      last.name !== named.name ||
      last.layout !== layout ||
      last.rule !== rule ||
      last.isUnguarded !== isUnguarded
    ) {
      const arranged = arrangeDevice(named, layout);
      const touched = rule ? { ...arranged, ...rule } : arranged;
      const device = isUnguarded ? { ...touched, isUnguarded } : touched;
      last = { value, name: named.name, layout, rule, isUnguarded, device };
    }
    this.#last = last;
    return last.device;
  }
}
