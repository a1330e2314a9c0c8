import { compareDevices, type DeviceChange } from '#shared/changes';
import type { Device, Home } from '#shared/home';
import type { ControllerState } from '#shared/wire';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { Journal } from './journal';

/** Connection state of a controller, and since when (ms since the epoch). */
interface ControllerStatus {
  readonly state: ControllerState;
  readonly since: number;
}

/** Event of a watched home. The journal has the new home or the changes already. */
export type HomeEvent =
  /** The home was replaced: no changes lead to it. */
  | { readonly type: 'home' }
  | { readonly type: 'changes'; readonly changes: readonly DeviceChange[] }
  | { readonly type: 'status'; readonly status: ControllerStatus };

/** Source of a home for screens: the whole watched home, or the part that a screen's rights show. */
export interface HomeSource {
  readonly journal: Journal;
  /** Connection state of the controller; null until it is known. */
  readonly status: ControllerStatus | null;
  /** Subscribes to all events from now on. Returns a function that unsubscribes. */
  subscribe(listener: (event: HomeEvent) => void): () => void;
}

/** A home as it is known now, the connection state of its controller, and the listeners of both. */
export class WatchedHome implements HomeSource {
  readonly journal = new Journal();
  readonly #clock: Clock;
  readonly #events = new Emitter<HomeEvent>();
  readonly #readAt = new Map<number, number>();
  #status: ControllerStatus | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Connection state of the controller; null until it is known. */
  get status() {
    return this.#status;
  }

  /** Subscribes to all events from now on. Returns a function that unsubscribes. */
  subscribe(listener: (event: HomeEvent) => void): () => void {
    return this.#events.subscribe(listener);
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
    if (difference === 'home') this.#events.emit({ type: 'home' });
    else if (difference.length > 0) this.#events.emit({ type: 'changes', changes: difference });
    if (isBack) this.#emitStatus();
  }

  /**
   * One device was read anew.
   * @returns false where a change cannot say what is different: that waits for the next reading of all
   */
  applyDevice(device: Device): boolean {
    const before = this.journal.device(device.id);
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
    this.#events.emit({ type: 'changes', changes: known });
  }

  /** The controller is unavailable, for this reason. */
  markLost(state: Exclude<ControllerState, 'online'>) {
    if (this.#status?.state === state) return;
    this.#status = { state, since: this.#clock.now() };
    this.#emitStatus();
  }

  #emitStatus() {
    if (this.#status) this.#events.emit({ type: 'status', status: this.#status });
  }
}
