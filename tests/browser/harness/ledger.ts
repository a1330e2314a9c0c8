import type { VirtualController } from '../../../proxy/virtual/virtual-controller';
import { expect } from './test';

/** A command as it stands in the controller's book. */
export interface Entry {
  readonly device: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The commands that a controller received, read off entry by entry: nothing may stand there that was not expected. */
export class Ledger {
  readonly #controller: VirtualController;
  #read = 0;

  constructor(controller: VirtualController) {
    this.#controller = controller;
  }

  /** What came since the last look. */
  get latest(): readonly Entry[] {
    return this.#controller
      .commandsReceived()
      .slice(this.#read)
      .map(({ device, method, params }) => ({ device, method, params }));
  }

  /**
   * Waits for exactly these, in this order for each device. One that comes twice or too late stands in the way of whatever is
   * expected next.
   */
  async expect(...entries: readonly Entry[]): Promise<void> {
    const byDevice = (list: readonly Entry[]) => list.toSorted((a, b) => a.device - b.device);
    await expect.poll(() => byDevice(this.latest), { intervals: [20] }).toEqual(byDevice(entries));
    this.#read += entries.length;
  }

  /**
   * Waits for this one, which others of its kind may precede while a finger is on its way: twice a second, none of them twice.
   * @param ms how long the finger was on its way
   */
  async expectLast(last: Entry, ms: number): Promise<void> {
    await expect.poll(() => this.latest.at(-1), { intervals: [20] }).toEqual(last);
    const entries = this.latest;
    const kindOf = ({ device, method, params }: Entry) =>
      JSON.stringify([device, method, Object.keys(params)]);
    expect(new Set(entries.map(kindOf)), 'one kind of command').toEqual(new Set([kindOf(last)]));
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size, 'each once').toBe(entries.length);
    expect(entries.length, 'twice a second, and the last').toBeLessThanOrEqual(2 + ms / 500);
    this.#read += entries.length;
  }
}
