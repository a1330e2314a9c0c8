import type { Clock } from '#shared/clock';
import { Cell } from '../cell.svelte';
import { Timer } from '../timer';
import { isUnderWay, type ShownCommand } from './shown-command';
import type { ShownCommandEffect, ShownCommandEvent } from './shown-command-events';
import { nextTick, stepShownCommands } from './shown-command-machine';

const NONE: readonly ShownCommand[] = [];

/** The commands of all devices of a home, and one timer for all of them. */
export class CommandBook {
  readonly #clock: Clock;
  readonly #carryOut: (device: number, effect: ShownCommandEffect) => void;
  readonly #timer: Timer;
  readonly #cells = new Map<number, Cell<readonly ShownCommand[]>>();
  readonly #busy = new Cell(0);

  /** @param carryOut executes a side effect for a device */
  constructor(clock: Clock, carryOut: (device: number, effect: ShownCommandEffect) => void) {
    this.#clock = clock;
    this.#carryOut = carryOut;
    this.#timer = new Timer(clock);
  }

  /** The number of this page's commands under way. Reactive. */
  get busy(): number {
    return this.#busy.value;
  }

  /** The ids of the commands that the proxy may or may not have taken. */
  get lost(): ReadonlySet<string> {
    const all = [...this.#cells.values()].flatMap(({ value }) => value);
    return new Set(all.filter(({ stage }) => stage === 'lost').map(({ id }) => id));
  }

  /** A device's commands, oldest first. Reactive for devices that were added; other devices have none. */
  of(device: number): readonly ShownCommand[] {
    return this.#cells.get(device)?.value ?? NONE;
  }

  /** Whether a device has the command of an id, and no newer one replaced it. */
  isShown(device: number, id: string): boolean {
    return this.of(device).some((command) => command.id === id && !command.isReplaced);
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
  step(device: number, event: ShownCommandEvent): void {
    this.#plan(this.#apply(device, event));
  }

  /** Applies events to the commands of several devices. */
  stepAll(eventOf: (device: number) => ShownCommandEvent): void {
    this.#plan([...this.#cells.keys()].flatMap((device) => this.#apply(device, eventOf(device))));
  }

  /** Stops the timer and removes all commands. */
  stop(): void {
    this.#timer.stop();
    for (const cell of this.#cells.values()) this.#put(cell, NONE);
  }

  #apply(device: number, event: ShownCommandEvent): (() => void)[] {
    const cell = this.#cells.get(device);
    if (!cell) return [];
    const { commands, effects } = stepShownCommands(cell.value, event, this.#clock.monotonic());
    this.#put(cell, commands);
    return effects.map((effect) => () => this.#carryOut(device, effect));
  }

  #put(cell: Cell<readonly ShownCommand[]>, commands: readonly ShownCommand[]): void {
    if (commands.length === 0 && cell.value.length === 0) return;
    this.#busy.value += countOwn(commands) - countOwn(cell.value);
    cell.value = commands;
  }

  /** Sets the timer, then carries out effects. */
  #plan(effects: readonly (() => void)[]): void {
    const next = Math.min(...Array.from(this.#cells.values(), ({ value }) => nextTick(value)));
    if (next === Infinity) this.#timer.stop();
    else
      this.#timer.set(Math.max(0, next - this.#clock.monotonic()), () =>
        this.stepAll(() => ({ type: 'tick' }))
      );
    for (const carryOut of effects) carryOut();
  }
}

const countOwn = (commands: readonly ShownCommand[]): number =>
  commands.filter((command) => command.prepared !== null && isUnderWay(command)).length;
