import type { Device } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { readWakeUp } from '#shared/interfaces/wake-up';
import type { Clock } from '#shared/clock';
import type { CommandedHome } from '../home/living-home';

/**
 * Holds commands for sleeping devices until they wake up. A newer command for the same value replaces the older one. Wake-ups
 * repeat from the start of the controller, so a command waits for at most one interval.
 */
export class Sleepers {
  readonly #home: CommandedHome;
  readonly #clock: Clock;
  readonly #begin: number;
  readonly #waiting = new Map<number, { commands: Map<string, PreparedCommand>; cancel: () => void }>();

  constructor(home: CommandedHome, clock: Clock) {
    this.#home = home;
    this.#clock = clock;
    this.#begin = clock.monotonic();
  }

  /** Holds a command if the device sleeps. Returns whether it does. */
  keep(device: Device, command: PreparedCommand): boolean {
    const { intervalS } = readWakeUp(device.params);
    if (!device.interfaces.includes('WakeUp') || !intervalS) return false;
    const key = command.sets.join();
    const waiting = this.#waiting.get(device.id);
    if (waiting) waiting.commands.set(key, command);
    else {
      const cancel = this.#clock.after(this.#untilWakeUp(intervalS * 1000), () => this.#wake(device.id));
      this.#waiting.set(device.id, { commands: new Map([[key, command]]), cancel });
    }
    return true;
  }

  /** Drops all waiting commands. */
  stop(): void {
    for (const { cancel } of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  #untilWakeUp(intervalMs: number): number {
    return intervalMs - ((this.#clock.monotonic() - this.#begin) % intervalMs);
  }

  #wake(id: number): void {
    const { commands } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    const device = this.#home.device(id);
    if (device === undefined || commands === undefined) return;
    const params = [...commands.values()].reduce((before, command) => command.apply(before), device.params);
    this.#home.report(id, params);
  }
}
