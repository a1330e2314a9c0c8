import type { VirtualController } from '../../../proxy/sources/virtual/start';
import { expect } from './test';

/** A command that the controller received. */
export interface LoggedCommand {
  readonly device: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Checks the commands that a controller receives, one by one. Unexpected commands fail the test. */
export class CommandLog {
  readonly #controller: VirtualController;
  #read = 0;

  constructor(controller: VirtualController) {
    this.#controller = controller;
  }

  /** The commands since the last check. */
  get unchecked(): readonly LoggedCommand[] {
    return this.#controller
      .commandsReceived()
      .slice(this.#read)
      .map(({ device, method, params }) => ({ device, method, params }));
  }

  /**
   * Waits for exactly these commands, in this order for each device. A duplicate or late command fails the
   * next check.
   */
  async expect(...entries: readonly LoggedCommand[]): Promise<void> {
    const byDevice = (list: readonly LoggedCommand[]) => list.toSorted((a, b) => a.device - b.device);
    await expect.poll(() => byDevice(this.unchecked), { intervals: [20] }).toEqual(byDevice(entries));
    this.#read += entries.length;
  }

  /**
   * Waits for this command. During a gesture others of its kind can precede it: twice a second, each with
   * another value.
   * @param ms duration of the gesture
   */
  async expectLast(last: LoggedCommand, ms: number): Promise<void> {
    await expect.poll(() => this.unchecked.at(-1), { intervals: [20] }).toEqual(last);
    const entries = this.unchecked;
    const kindOf = ({ device, method, params }: LoggedCommand) =>
      JSON.stringify([device, method, Object.keys(params)]);
    expect(new Set(entries.map(kindOf)), 'one kind of command').toEqual(new Set([kindOf(last)]));
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size, 'each once').toBe(entries.length);
    expect(entries.length, 'twice a second, and the last').toBeLessThanOrEqual(2 + ms / 500);
    this.#read += entries.length;
  }
}
