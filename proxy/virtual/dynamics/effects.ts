import type { Device } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { ack } from '#shared/interfaces/sensor-binary';
import { stop } from '#shared/interfaces/shutter';
import { pulse } from '#shared/interfaces/switch-binary';
import { startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';
import type { Clock } from '../clock';
import type { ControllerEvent } from '../home/events';
import type { LivingHome } from '../home/living-home';
import type { Sleepers } from './sleepers';
import { HELD, RAMP, SHUTTER, type Pace, type Travels } from './travel';

/** Milliseconds from a command to the device's report of it, by radio. */
const RADIO_MS = 150;
/** Milliseconds that a pulsed switch stays on. */
const PULSE_MS = 1000;

/** What the effects work on. */
export interface EffectParts {
  readonly home: LivingHome;
  readonly clock: Clock;
  readonly travels: Travels;
  readonly sleepers: Sleepers;
  readonly publish: (event: ControllerEvent) => void;
}

/** What commands do to devices, each in its own time. A dead device is never heard of again: nothing happens to it. */
export class Effects {
  readonly #parts: EffectParts;
  readonly #pending = new Set<() => void>();

  constructor(parts: EffectParts) {
    this.#parts = parts;
  }

  /** Lets an accepted command have its effect. */
  carryOut(device: Device, command: PreparedCommand): void {
    const status = this.#begin(device, command);
    this.#parts.publish({
      type: 'ActionStatusReport',
      device_id: device.id,
      method: command.call.method,
      status
    });
  }

  /** Forgets everything that has not happened yet. */
  stop(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }

  #begin(device: Device, command: PreparedCommand): 'done' | 'waiting' | 'failed' {
    const { travels, sleepers } = this.#parts;
    if (!device.alive) return 'failed';
    if (sleepers.keep(device, command)) return 'waiting';
    const { method } = command.call;
    if (method === stop.method || method === stopLevelChange.method) travels.stop(device.id);
    else if (method === pulse.method) this.#pulse(device.id);
    else if (method === ack.method)
      this.#later(RADIO_MS, () => this.#parts.home.report(device.id, { Tripped: false }));
    else if (command.sets.includes('Level') && readLevel(device.params) !== undefined)
      this.#move(device, command);
    else this.#later(RADIO_MS, () => this.#settle(device.id, command));
    return 'done';
  }

  #move(device: Device, command: PreparedCommand): void {
    const target = readLevel(command.apply(device.params)) ?? 0;
    this.#parts.travels.move(device.id, target, paceOf(device, command));
  }

  #pulse(id: number): void {
    this.#later(RADIO_MS, () => this.#parts.home.report(id, { Status: true }));
    this.#later(RADIO_MS + PULSE_MS, () => this.#parts.home.report(id, { Status: false }));
  }

  #settle(id: number, command: PreparedCommand): void {
    const { home } = this.#parts;
    const device = home.device(id);
    if (device !== undefined) home.report(id, command.apply(device.params));
  }

  #later(ms: number, run: () => void): void {
    const cancel = this.#parts.clock.after(ms, () => {
      this.#pending.delete(cancel);
      run();
    });
    this.#pending.add(cancel);
  }
}

function paceOf({ interfaces }: Device, { call }: PreparedCommand): Pace {
  if (interfaces.includes('Shutter')) return SHUTTER;
  return call.method === startLevelChange.method ? HELD : RAMP;
}
