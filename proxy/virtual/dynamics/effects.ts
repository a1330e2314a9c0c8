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

/** Delay from a command to the device's report, in ms. */
const RADIO_MS = 150;
/** How long a pulsed switch stays on, in ms. */
const PULSE_MS = 1000;

/** Applies the effects of commands to devices, with realistic delays. Commands to a dead device fail. */
export class Effects {
  readonly #home: CommandedHome;
  readonly #clock: Clock;
  readonly #publish: (event: ControllerEvent) => void;
  readonly #travels: Travels;
  readonly #sleepers: Sleepers;
  readonly #pending = new Set<() => void>();

  /** @param publish gets a status report for each command */
  constructor(home: CommandedHome, clock: Clock, publish: (event: ControllerEvent) => void) {
    this.#home = home;
    this.#clock = clock;
    this.#publish = publish;
    this.#travels = new Travels(home, clock);
    this.#sleepers = new Sleepers(home, clock);
  }

  /** Executes an accepted command. */
  carryOut(device: Device, command: PreparedCommand): void {
    const status = this.#begin(device, command);
    const { method } = command.call;
    this.#publish({ type: 'ActionStatusReport', device_id: device.id, method, status });
  }

  /** Cancels all pending effects. */
  cancelAll(): void {
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

  /** A level moves in steps. Every other value changes after the radio delay. */
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
