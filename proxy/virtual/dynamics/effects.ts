import type { Device } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { ack } from '#shared/interfaces/sensor-binary';
import { stop } from '#shared/interfaces/shutter';
import { pulse } from '#shared/interfaces/switch-binary';
import { startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';
import type { Clock } from '#shared/clock';
import type { ControllerEvent } from '../home/events';
import type { CommandedHome } from '../home/living-home';
import { Sleepers } from './sleepers';
import { HELD, RAMP, SHUTTER, Travels, type Pace } from './travel';

/** Milliseconds from a command to the device's report of it, by radio. */
const RADIO_MS = 150;
/** Milliseconds that a pulsed switch stays on. */
const PULSE_MS = 1000;

/** What commands do to devices, each in its own time. A dead device is never heard of again: nothing happens to it. */
export class Effects {
  readonly #home: CommandedHome;
  readonly #clock: Clock;
  readonly #publish: (event: ControllerEvent) => void;
  readonly #travels: Travels;
  readonly #sleepers: Sleepers;
  readonly #pending = new Set<() => void>();

  /** `publish` gets the report of each command that was begun. */
  constructor(home: CommandedHome, clock: Clock, publish: (event: ControllerEvent) => void) {
    this.#home = home;
    this.#clock = clock;
    this.#publish = publish;
    this.#travels = new Travels(home, clock);
    this.#sleepers = new Sleepers(home, clock);
  }

  /** Lets an accepted command have its effect. */
  carryOut(device: Device, command: PreparedCommand): void {
    const status = this.#begin(device, command);
    const { method } = command.call;
    this.#publish({ type: 'ActionStatusReport', device_id: device.id, method, status });
  }

  /** Forgets everything that has not happened yet. */
  stop(): void {
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
    this.#travels.stopAll();
    this.#sleepers.stop();
  }

  #begin(device: Device, command: PreparedCommand): 'done' | 'waiting' | 'failed' {
    if (!device.alive) return 'failed';
    if (this.#sleepers.keep(device, command)) return 'waiting';
    switch (command.call.method) {
      case stop.method:
      case stopLevelChange.method:
        this.#travels.stop(device.id);
        break;
      case pulse.method:
        this.#pulse(device.id);
        break;
      case ack.method:
        this.#later(RADIO_MS, () => this.#home.report(device.id, { Tripped: false }));
        break;
      default:
        this.#set(device, command);
    }
    return 'done';
  }

  /** A level gets there on its way; anything else is there as soon as the radio has told it. */
  #set(device: Device, command: PreparedCommand): void {
    if (command.sets.includes('Level') && readLevel(device.params) !== undefined) this.#move(device, command);
    else this.#later(RADIO_MS, () => this.#settle(device.id, command));
  }

  #move(device: Device, command: PreparedCommand): void {
    const target = readLevel(command.apply(device.params)) ?? 0;
    this.#travels.move(device.id, target, paceOf(device, command));
  }

  #pulse(id: number): void {
    this.#later(RADIO_MS, () => this.#home.report(id, { Status: true }));
    this.#later(RADIO_MS + PULSE_MS, () => this.#home.report(id, { Status: false }));
  }

  #settle(id: number, command: PreparedCommand): void {
    const device = this.#home.device(id);
    if (device !== undefined) this.#home.report(id, command.apply(device.params));
  }

  #later(ms: number, run: () => void): void {
    const cancel = this.#clock.after(ms, () => {
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
