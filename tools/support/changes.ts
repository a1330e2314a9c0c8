import type { VirtualController } from '../../proxy/virtual/start';
import { Durations } from './figures';

/** Makes changes at a controller: each sets the temperature of the next device to a unique number. */
export class Changes {
  /** Delay from each change to each screen, in ms. */
  readonly delays = new Durations(10);
  readonly #controller: VirtualController;
  readonly #devices: { readonly first: number; readonly count: number };
  readonly #base: number;
  readonly #madeAt: number[] = [];

  /**
   * @param devices the devices to change, in order: `count` ids from `first` on
   * @param base the first number. Must be above the numbers of earlier changes, because an unchanged value is
   * no change.
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

  /** Makes changes until there are `count` in total. */
  makeUntil(count: number): void {
    while (this.#madeAt.length < count) {
      const at = this.#madeAt.push(performance.now()) - 1;
      this.#controller.setDevice(this.#deviceOf(at), { params: { Temperature: this.#base + at } });
    }
  }

  /** Records that a screen shows a value. */
  see(value: number): void {
    const madeAt = this.#madeAt[value - this.#base];
    if (madeAt !== undefined) this.delays.add(performance.now() - madeAt);
  }

  /** The number of devices whose shown value is wrong. */
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
