import type { Clock } from '$lib/gestures/clock';
import type { Commands } from '$lib/state/commands.svelte';
import type { Device } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel } from '#shared/interfaces/switch-multilevel';

/** Milliseconds between two commands: a radio carries no more than ten a second. */
const PACE_MS = 100;

interface Step {
  readonly device: Device;
  readonly call: CommandCall;
}

/** Puts lights out one after another, and back to what they were. */
export class LightsOff {
  readonly #commands: Pick<Commands, 'send'>;
  readonly #clock: Clock;
  #waiting: readonly Step[] = [];
  #stopTimer: (() => void) | null = null;
  #undoable = $state.raw<readonly Device[]>([]);

  constructor(commands: Pick<Commands, 'send'>, clock: Clock) {
    this.#commands = commands;
    this.#clock = clock;
  }

  /** How many lights can be brought back; 0 while there is nothing to undo. */
  get count(): number {
    return this.#undoable.length;
  }

  /** Puts out these lights, which are on. */
  putOut(lights: readonly Device[]): void {
    this.#undoable = lights;
    this.#begin(lights.flatMap((device) => stepOf(device, false)));
  }

  /** Brings back what was put out; what has not been sent yet never will be. */
  undo(): void {
    const lights = this.#undoable;
    this.#undoable = [];
    this.#begin(lights.flatMap((device) => stepOf(device, true)));
  }

  /** There is nothing to undo any more. */
  forget(): void {
    this.#undoable = [];
  }

  /** The page goes away: what still waits goes out at once, and no timer stays. */
  finish(): void {
    this.#stopTimer?.();
    for (const { device, call } of this.#waiting) this.#commands.send(device, call);
    this.#waiting = [];
  }

  #begin(steps: readonly Step[]): void {
    this.#stopTimer?.();
    this.#waiting = steps;
    this.#next();
  }

  #next(): void {
    const [step, ...others] = this.#waiting;
    this.#waiting = others;
    if (!step) return;
    this.#commands.send(step.device, step.call);
    this.#stopTimer = this.#clock.after(PACE_MS, () => this.#next());
  }
}

/** The command that puts a light out, or back to what it was; none where it takes neither. */
function stepOf(device: Device, isBack: boolean): readonly Step[] {
  const level = readLevel(device.params);
  if (isBack && level !== undefined && findCommand(device, setLevel.method))
    return [{ device, call: setLevel.call({ level }) }];
  if (findCommand(device, setStatus.method)) return [{ device, call: setStatus.call({ status: isBack }) }];
  return findCommand(device, setLevel.method) && !isBack
    ? [{ device, call: setLevel.call({ level: 0 }) }]
    : [];
}
