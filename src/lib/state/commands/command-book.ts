import type { Params } from '#shared/home';
import { Cell } from '../cell.svelte';
import type { Clock } from '#shared/clock';
import { isUnderWay, type CommandEntry } from './command-entry';
import type { CommandEffect, CommandEvent } from './command-events';
import { nextTick, stepCommands } from './command-machine';
import { Timer } from '../timer';

/** What the command book needs from its owner. */
export interface CommandDesk {
  /** Returns a device's confirmed parameters. */
  params(device: number): Params;
  carryOut(device: number, effect: CommandEffect): void;
}

const NONE: readonly CommandEntry[] = [];

/** The commands of all devices of a home, and one timer for all of them. */
export class CommandBook {
  readonly #clock: Clock;
  readonly #desk: CommandDesk;
  readonly #timer: Timer;
  readonly #cells = new Map<number, Cell<readonly CommandEntry[]>>();
  readonly #busy = new Cell(0);

  constructor(clock: Clock, desk: CommandDesk) {
    this.#clock = clock;
    this.#desk = desk;
    this.#timer = new Timer(clock);
  }

  /** The number of commands under way. Reactive. */
  get busy(): number {
    return this.#busy.value;
  }

  /** A device's commands, oldest first. Reactive for devices that were added; other devices have none. */
  of(device: number): readonly CommandEntry[] {
    return this.#cells.get(device)?.value ?? NONE;
  }

  /** Adds a device, so that it can have commands. */
  add(device: number): void {
    if (!this.#cells.has(device)) this.#cells.set(device, new Cell(NONE));
  }

  /** Removes a device and its commands. */
  remove(device: number): void {
    const cell = this.#cells.get(device);
    if (!cell) return;
    this.#put(cell, NONE);
    this.#cells.delete(device);
  }

  /** Applies an event to a device's commands. Events of unknown devices are ignored. */
  step(device: number, event: CommandEvent): void {
    const cell = this.#cells.get(device);
    if (!cell || (cell.value.length === 0 && event.type !== 'send' && event.type !== 'reject')) return;
    const moment = { at: this.#clock.monotonic(), params: this.#desk.params(device) };
    const { entries, effects } = stepCommands(cell.value, event, moment);
    this.#put(cell, entries);
    this.#plan();
    for (const effect of effects) this.#desk.carryOut(device, effect);
  }

  /** Applies an event to the commands of all devices. */
  stepAll(event: CommandEvent): void {
    for (const device of this.#cells.keys()) this.step(device, event);
  }

  /** Stops the timer and removes all commands. */
  stop(): void {
    this.#timer.stop();
    for (const cell of this.#cells.values()) this.#put(cell, NONE);
  }

  #put(cell: Cell<readonly CommandEntry[]>, entries: readonly CommandEntry[]): void {
    this.#busy.value += entries.filter(isUnderWay).length - cell.value.filter(isUnderWay).length;
    cell.value = entries;
  }

  #plan(): void {
    const next = Math.min(...Array.from(this.#cells.values(), ({ value }) => nextTick(value)));
    if (next === Infinity) this.#timer.stop();
    else this.#timer.set(Math.max(0, next - this.#clock.monotonic()), () => this.stepAll({ type: 'tick' }));
  }
}
