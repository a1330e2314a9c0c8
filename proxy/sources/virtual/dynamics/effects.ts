import type { Clock } from '#shared/clock';
import type { Device, Params } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { ack } from '#shared/interfaces/sensor-binary';
import { stop } from '#shared/interfaces/shutter';
import { pulse } from '#shared/interfaces/switch-binary';
import { startLevelChange, stopLevelChange } from '#shared/interfaces/switch-multilevel';
import { readWakeUp } from '#shared/interfaces/wake-up';
import type { ChangedDevice, CommandOutcome } from '../../served/source';
import type { LivingHome } from '../home/living-home';
import type { OwnEvents } from '../options';
import { HELD, RAMP, SHUTTER, Travels, type Pace } from './travel';

/** Delay from a command to the device's report, in ms. */
const RADIO_MS = 150;
/** How long a pulsed switch stays on, in ms. */
const PULSE_MS = 1000;

/** Delay of late events, in ms. */
const LATE_MS = 3_000;

/** Publishes what commands cause: at once, late or never. */
export function publishOwn<T>(
  clock: Clock,
  when: OwnEvents,
  publish: (event: T) => void
): (event: T) => void {
  return (event) => {
    if (when === 'at-once') publish(event);
    if (when === 'late') clock.after(LATE_MS, () => publish(event));
  };
}

/** Applies the effects of commands to devices, with realistic delays. Commands to a dead device fail. */
export class Effects {
  readonly #home: LivingHome;
  readonly #clock: Clock;
  readonly #publish: (changed: ChangedDevice) => void;
  readonly #travels: Travels;
  readonly #begin: number;
  /** Cancels the commands that wait for a wake-up, by device and values. */
  readonly #asleep = new Map<string, () => void>();

  /** @param publish gets the effects of commands */
  constructor(home: LivingHome, clock: Clock, publish: (changed: ChangedDevice) => void) {
    this.#home = home;
    this.#clock = clock;
    this.#publish = publish;
    this.#travels = new Travels(home, clock, publish);
    this.#begin = clock.monotonic();
  }

  /** Executes an accepted command. */
  carryOut(device: Device, command: PreparedCommand): CommandOutcome['status'] {
    if (!device.alive) return 'failed';
    const { intervalS } = readWakeUp(device.params);
    if (device.interfaces.includes('WakeUp') && intervalS) {
      this.#keep(device.id, command, intervalS * 1000);
      return 'waiting';
    }
    switch (command.call.method) {
      case stop.method:
      case stopLevelChange.method:
        this.#travels.stop(device.id);
        break;
      case pulse.method:
        this.#report(RADIO_MS, device.id, () => ({ Status: true }));
        this.#report(RADIO_MS + PULSE_MS, device.id, () => ({ Status: false }));
        break;
      case ack.method:
        this.#report(RADIO_MS, device.id, () => ({ Tripped: false }));
        break;
      default:
        this.#set(device, command);
    }
    return 'accepted';
  }

  /** A level moves in steps. Every other value changes after the radio delay. */
  #set(device: Device, command: PreparedCommand): void {
    const moves = command.sets.includes('Level') && readLevel(device.params) !== undefined;
    const target = moves ? (readLevel(command.apply(device.params)) ?? 0) : undefined;
    if (target !== undefined) this.#travels.move(device.id, target, paceOf(device, command));
    else this.#report(RADIO_MS, device.id, (params) => command.apply(params));
  }

  /**
   * Keeps a command until its device wakes up. A newer command for the same value replaces the older one. Wake-ups repeat from the start of
   * the controller, so a command waits for at most one interval.
   */
  #keep(id: number, command: PreparedCommand, intervalMs: number): void {
    const key = `${id} ${command.sets.join()}`;
    this.#asleep.get(key)?.();
    const untilWakeUp = intervalMs - ((this.#clock.monotonic() - this.#begin) % intervalMs);
    this.#asleep.set(
      key,
      this.#report(untilWakeUp, id, (params) => command.apply(params))
    );
  }

  /** Lets a device report after some ms. Returns a function that cancels it. */
  #report(ms: number, id: number, paramsAfter: (params: Params) => Params): () => void {
    return this.#clock.after(ms, () => {
      const device = this.#home.device(id);
      if (device) this.#home.report(id, paramsAfter(device.params), this.#publish);
    });
  }
}

function paceOf({ interfaces }: Device, { call }: PreparedCommand): Pace {
  if (interfaces.includes('Shutter')) return SHUTTER;
  return call.method === startLevelChange.method ? HELD : RAMP;
}
