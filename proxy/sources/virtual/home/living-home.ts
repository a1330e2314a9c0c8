import { applyToDevice, compareDevices, type DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Device, Params, Room, Section } from '#shared/home';
import type { ChangedDevice, ServedHome } from '../../served/source';
import type { Traits } from '../house/plan';
import type { Furnished } from './furnish';

/** Changed parameters and fields of a device. */
export type DeviceUpdate = Omit<DeviceChange, 'device'>;

/** A change of the lists, as made in the controller's own web pages. */
export interface ListChange {
  readonly addRoom?: Room;
  readonly removeRoom?: number;
  readonly addDevice?: Device;
  readonly removeDevice?: number;
}

/** The current sections, rooms and devices. Each change is published. */
export class LivingHome {
  readonly #clock: Clock;
  readonly #publish: (changed: ChangedDevice) => void;
  readonly #changed = new Emitter<ChangedDevice>();
  readonly #lists = new Emitter<void>();
  /** Subscribes to changes of devices. Returns a function that unsubscribes. */
  readonly onChange = this.#changed.subscribe;
  /** Subscribes to changes of the lists. Returns a function that unsubscribes. */
  readonly onLists = this.#lists.subscribe;
  readonly #devices = new Map<number, Device>();
  readonly #traits = new Map<number, Traits>();
  readonly #rooms = new Map<number, Room>();
  readonly #sections = new Map<number, Section>();

  constructor(clock: Clock, publish: (changed: ChangedDevice) => void) {
    this.#clock = clock;
    this.#publish = publish;
  }

  /** The home as it is served. */
  get served(): ServedHome {
    return { sections: this.#sections, rooms: this.#rooms, devices: this.#devices };
  }

  get devices(): Device[] {
    return [...this.#devices.values()];
  }

  room(id: number): Room | undefined {
    return this.#rooms.get(id);
  }

  device(id: number): Device | undefined {
    return this.#devices.get(id);
  }

  /** The hidden properties of a device. */
  traits(id: number): Traits {
    return this.#traits.get(id) ?? {};
  }

  /** Adds sections, rooms, devices and traits, or replaces those with the same id. Publishes no event. */
  add(parts: Partial<Furnished>): void {
    for (const section of parts.sections ?? []) this.#sections.set(section.id, section);
    for (const room of parts.rooms ?? []) this.#rooms.set(room.id, room);
    for (const device of parts.devices ?? []) this.#devices.set(device.id, device);
    for (const [id, traits] of parts.traits ?? []) this.#traits.set(id, traits);
  }

  /** Adds or removes rooms and devices, and calls the listeners of the lists. */
  changeLists({ addRoom, removeRoom, addDevice, removeDevice }: ListChange): void {
    if (addRoom) this.add({ rooms: [addRoom] });
    if (addDevice) this.add({ devices: [addDevice] });
    if (removeRoom !== undefined) this.#rooms.delete(removeRoom);
    if (removeDevice !== undefined) this.#devices.delete(removeDevice);
    this.#lists.emit();
  }

  /**
   * Handles a radio report of a device: sets its parameters and `last_online`. Ignored if the device is dead or removed.
   * @param publish gets the change; by default it goes to all clients
   */
  report(id: number, params: Params, publish = this.#publish): void {
    const device = this.device(id);
    if (!device?.alive) return;
    if (applyToDevice(device, { params }) === device) return;
    this.change(id, { params, fields: { last_online: Math.floor(this.#clock.now() / 1000) } }, publish);
  }

  /** Changes a device. Publishes it if anything differs. */
  change(id: number, update: DeviceUpdate, publish = this.#publish): void {
    const before = this.device(id);
    if (before === undefined) return;
    const after = applyToDevice(before, update);
    const difference = compareDevices(before, after);
    if (difference === undefined || difference === 'structure') return;
    this.#devices.set(id, after);
    publish({ before, after });
    this.#changed.emit({ before, after });
  }
}
