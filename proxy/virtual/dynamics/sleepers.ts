import type { Device } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { readWakeUp } from '#shared/interfaces/wake-up';
import type { Clock } from '#shared/clock';
import type { CommandedHome } from '../home/living-home';

/**
 * Devices that sleep, and listen once each wake-up interval: what they are told waits until then. Of two commands for one
 * value the newer is kept. Wake-ups are counted from the start, so a command waits for an interval at most.
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

  /** Keeps a command for a sleeping device. @returns whether the device sleeps; if not, nothing is kept. */
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

  /** Forgets what waits. */
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
