import type { Clock } from '#shared/clock';
import { Cell } from '../base/cell.svelte';
import { Timer } from '../base/timer';
import { isUnderWay, type ShownCommand } from './shown-command';
import { nextTick, stepShownCommands, type ShownCommandEvent } from './shown-command-machine';

const NONE: readonly ShownCommand[] = [];

/** The commands of all devices of a home, and one timer for all of them. */
export class CommandBook {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #cells = new Map<number, Cell<readonly ShownCommand[]>>();
  readonly #busy = new Cell(0);

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#timer = new Timer(clock);
  }

  /** The number of this page's commands under way. Reactive. */
  get busy(): number {
    return this.#busy.value;
  }

  /** The commands of all devices that are in a stage, each with its device. */
  inStage(
    stage: ShownCommand['stage']
  ): readonly { readonly device: number; readonly command: ShownCommand }[] {
    return [...this.#cells].flatMap(([device, { value }]) =>
      value.filter((command) => command.stage === stage).map((command) => ({ device, command }))
    );
  }

  /** A device's commands, oldest first. Reactive for devices that were added; other devices have none. */
  of(device: number): readonly ShownCommand[] {
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
  step(device: number, event: ShownCommandEvent): void {
    this.#apply(device, event);
    this.#plan();
  }

  /** Applies events to the commands of several devices. */
  stepAll(eventOf: (device: number) => ShownCommandEvent): void {
    for (const device of this.#cells.keys()) this.#apply(device, eventOf(device));
    this.#plan();
  }

  /** Stops the timer and removes all commands. */
  stop(): void {
    this.#timer.stop();
    for (const cell of this.#cells.values()) this.#put(cell, NONE);
  }

  #apply(device: number, event: ShownCommandEvent): void {
    const cell = this.#cells.get(device);
    if (cell) this.#put(cell, stepShownCommands(cell.value, event, this.#clock.monotonic()));
  }

  #put(cell: Cell<readonly ShownCommand[]>, commands: readonly ShownCommand[]): void {
    if (commands.length === 0 && cell.value.length === 0) return;
    this.#busy.value += countOwn(commands) - countOwn(cell.value);
    cell.value = commands;
  }

  #plan(): void {
    const next = Math.min(...Array.from(this.#cells.values(), ({ value }) => nextTick(value)));
    if (next === Infinity) this.#timer.stop();
    else
      this.#timer.set(Math.max(0, next - this.#clock.monotonic()), () =>
        this.stepAll(() => ({ type: 'tick' }))
      );
  }
}

const countOwn = (commands: readonly ShownCommand[]): number =>
  commands.filter((command) => command.prepared !== null && isUnderWay(command)).length;
