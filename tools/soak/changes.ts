import type { VirtualController } from '../../proxy/virtual/virtual-controller';
import { Durations } from './figures';

/** Changes that are made at a controller: each sets another device's temperature to a number of its own. */
export class Changes {
  /** From each change to each screen, in ms. */
  readonly delays = new Durations(10);
  readonly #controller: VirtualController;
  readonly #devices: { readonly first: number; readonly count: number };
  readonly #base: number;
  readonly #madeAt: number[] = [];

  /**
   * @param devices the devices that change, in their order: so many, from the first id on
   * @param base the first number: where others were made before, beyond theirs, for a device that is told what it knows does not change
   */
  constructor(
    controller: VirtualController,
    devices: { readonly first: number; readonly count: number },
    base = 0
  ) {
    this.#controller = controller;
    this.#devices = devices;
    this.#base = base;
  }

  get count(): number {
    return this.#madeAt.length;
  }

  /** Makes so many in all. */
  makeUntil(count: number): void {
    while (this.#madeAt.length < count) {
      const at = this.#madeAt.push(performance.now()) - 1;
      this.#controller.setDevice(this.#deviceOf(at), { params: { Temperature: this.#base + at } });
    }
  }

  /** A screen shows one of them. */
  see(value: number): void {
    const madeAt = this.#madeAt[value - this.#base];
    if (madeAt !== undefined) this.delays.add(performance.now() - madeAt);
  }

  /** How many devices have a value that is not among these. */
  missing(shown: ReadonlyMap<number, number>): number {
    const first = Math.max(0, this.#madeAt.length - this.#devices.count);
    let missing = 0;
    for (let at = first; at < this.#madeAt.length; at++)
      if (shown.get(this.#deviceOf(at)) !== this.#base + at) missing++;
    return missing;
  }

  #deviceOf(at: number): number {
    return this.#devices.first + (at % this.#devices.count);
  }
}
