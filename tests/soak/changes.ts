import type { VirtualController } from '../../proxy/virtual/virtual-controller';
import { Durations } from './figures';

/** Changes that are made at a controller: each sets another device's temperature to a number of its own. */
export class Changes {
  /** From each change to each screen, in ms. */
  readonly delays = new Durations(10);
  readonly #controller: VirtualController;
  readonly #devices: { readonly first: number; readonly count: number };
  readonly #madeAt: number[] = [];

  /** @param devices the devices that change, in their order: so many, from the first id on */
  constructor(controller: VirtualController, devices: { readonly first: number; readonly count: number }) {
    this.#controller = controller;
    this.#devices = devices;
  }

  get count(): number {
    return this.#madeAt.length;
  }

  /** Makes so many in all. */
  makeUntil(count: number): void {
    while (this.#madeAt.length < count) {
      const value = this.#madeAt.push(performance.now()) - 1;
      this.#controller.setDevice(this.#deviceOf(value), { params: { Temperature: value } });
    }
  }

  /** A screen shows one of them. */
  see(value: number): void {
    const at = this.#madeAt[value];
    if (at !== undefined) this.delays.add(performance.now() - at);
  }

  /** How many devices have a value that is not among these. */
  missing(shown: ReadonlyMap<number, number>): number {
    const first = Math.max(0, this.#madeAt.length - this.#devices.count);
    let missing = 0;
    for (let value = first; value < this.#madeAt.length; value++)
      if (shown.get(this.#deviceOf(value)) !== value) missing++;
    return missing;
  }

  #deviceOf(value: number): number {
    return this.#devices.first + (value % this.#devices.count);
  }
}
