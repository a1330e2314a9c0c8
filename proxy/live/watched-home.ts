import { compareDevices, type DeviceChange } from '#shared/changes';
import type { Device, Home } from '#shared/home';
import type { ControllerState } from '#shared/wire';
import type { Clock } from '../platform/clock';
import { Journal } from './journal';
import type { HomeSource } from './home-source';

/** How the proxy stands to the controller, and since when (ms since the epoch). */
export interface ControllerStatus {
  readonly state: ControllerState;
  readonly since: number;
}

/** Hears what happens to a watched home. */
export interface HomeListener {
  /** The home was replaced: no changes lead there. */
  readonly onHome: () => void;
  /** Changes came; the journal has taken them in already. */
  readonly onChanges: (changes: readonly DeviceChange[]) => void;
  readonly onStatus: (status: ControllerStatus) => void;
}

/** A home as it is known now, how the proxy stands to its controller, and who wants to hear of both. */
export class WatchedHome implements HomeSource {
  readonly journal = new Journal();
  readonly #clock: Clock;
  readonly #listeners = new Set<HomeListener>();
  readonly #readAt = new Map<number, number>();
  #status: ControllerStatus | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How the proxy stands to the controller; null until that is known. */
  get status() {
    return this.#status;
  }

  /** Hears of everything from now on; what it returns stops that. */
  subscribe(listener: HomeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * The home was read, so the controller is there. Devices that were read one by one after `since`, when this reading was asked
   * for (monotonic ms), are newer than it and stay.
   */
  applySnapshot(read: Home, since: number) {
    const before = new Map(this.journal.home.devices.map((device) => [device.id, device]));
    const isFresher = (id: number) => (this.#readAt.get(id) ?? -Infinity) > since;
    const devices = read.devices.map((device) => (isFresher(device.id) && before.get(device.id)) || device);
    this.#readAt.clear();

    const isBack = this.#status?.state !== 'online';
    if (isBack) this.#status = { state: 'online', since: this.#clock.now() };
    const difference = this.journal.update({ ...read, devices });
    if (difference === 'home') for (const { onHome } of this.#listeners) onHome();
    else if (difference.length > 0) this.#emitChanges(difference);
    if (isBack) this.#emitStatus();
  }

  /**
   * One device was read anew.
   * @returns false where a change cannot say what is different: that waits for the next reading of all
   */
  applyDevice(device: Device): boolean {
    const before = this.journal.home.devices.find(({ id }) => id === device.id);
    const change = before ? compareDevices(before, device) : 'structure';
    if (change === 'structure') return false;
    this.#readAt.set(device.id, this.#clock.monotonic());
    if (change) this.append([change]);
    return true;
  }

  /** Changes of devices came; those of devices that nobody knows are passed over. */
  append(changes: readonly DeviceChange[]) {
    const known = changes.filter(({ device }) => this.journal.has(device));
    if (known.length === 0) return;
    this.journal.append(known);
    this.#emitChanges(known);
  }

  /** The controller cannot be had, for this reason. */
  markLost(state: Exclude<ControllerState, 'online'>) {
    if (this.#status?.state === state) return;
    this.#status = { state, since: this.#clock.now() };
    this.#emitStatus();
  }

  #emitChanges(changes: readonly DeviceChange[]) {
    for (const { onChanges } of this.#listeners) onChanges(changes);
  }

  #emitStatus() {
    if (this.#status) for (const { onStatus } of this.#listeners) onStatus(this.#status);
  }
}
