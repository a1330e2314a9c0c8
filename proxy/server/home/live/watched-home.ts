import { applyChanges, applyToDevice, compareDevices, type DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Device, DeviceFields, Home } from '#shared/home';
import { withFault, withFaults } from '#shared/node-faults';
import type { ControllerState, ControllerStatus } from '#shared/wire-fields';
import type { LiveMessage } from '#shared/wire-live';
import type { HomeTripTimes } from '../trips/home-trip-times';
import { DoubtfulReadings } from './doubtful-readings';
import { HomeBounds } from './home-bounds';
import { Journal } from './journal';
import type { CommandReport } from './poll-reply';

/** Event of a watched home. The journal has the new home or the changes already. */
export type HomeEvent =
  /** The home was replaced: no changes lead to it. */
  | { readonly type: 'home' }
  | { readonly type: 'changes'; readonly changes: readonly DeviceChange[] }
  | { readonly type: 'status'; readonly status: ControllerStatus }
  /** What became of a command, as the controller reports it. */
  | { readonly type: 'report'; readonly report: CommandReport }
  /** The state is the same, but the controller's clock is not. */
  | { readonly type: 'clock'; readonly status: ControllerStatus };

/** Source of a home for screens: the whole watched home, or the part that a screen's rights show. */
export type HomeSource = Pick<WatchedHome, 'journal' | 'status' | 'subscribe'>;

/** The current home, the connection state of its controller, and the events of both. */
export class WatchedHome {
  readonly journal = new Journal();
  readonly #clock: Clock;
  readonly #events = new Emitter<HomeEvent>();
  /** Subscribes to all events from now on. Returns a function that unsubscribes. */
  readonly subscribe = this.#events.subscribe;
  readonly #readAt = new Map<number, number>();
  readonly #bounds: HomeBounds;
  readonly #doubtful: DoubtfulReadings;
  readonly #trips: Pick<HomeTripTimes, 'mark' | 'withTimes'> | undefined;
  readonly #onEmitted: (event: HomeEvent) => void;
  #status: ControllerStatus | null = null;
  #clockOffsetMs: number | null = 0;

  /**
   * @param onEmitted called with each event, after all subscribers
   * @param onCut called when something is left out of the home for the first time: see `HomeBounds`
   * @param trips what sets `trippedAt` and `calmAt`
   */
  constructor(
    clock: Clock,
    onEmitted: (event: HomeEvent) => void = () => undefined,
    onCut?: () => void,
    trips?: Pick<HomeTripTimes, 'mark' | 'withTimes'>
  ) {
    this.#clock = clock;
    this.#onEmitted = onEmitted;
    this.#bounds = new HomeBounds(onCut);
    this.#doubtful = new DoubtfulReadings(clock, (change) => this.#append([change]));
    this.#trips = trips;
  }

  /** Connection state of the controller; null until it is known. */
  get status() {
    return this.#status;
  }

  get #isOnline(): boolean {
    return this.#status?.state === 'online';
  }

  /**
   * Applies a reading of the home, which shows that the controller is online. Devices that were read one by one after `since`, when this
   * reading was requested (monotonic ms), are newer and stay.
   */
  applySnapshot(read: Home, since: number) {
    const before = new Map(this.journal.home.devices.map((device) => [device.id, device]));
    const isFresher = (id: number) => (this.#readAt.get(id) ?? -Infinity) > since;
    const newest = read.devices.map((device) => {
      const known = before.get(device.id);
      return known && isFresher(device.id) ? known : this.#doubtful.filterReading(known, device);
    });
    this.#doubtful.keepOnly(newest);
    const isBack = !this.#isOnline;
    const marked = this.#bounds.takeAll(newest).map((device) => this.#mark(device));
    const devices = withFaults(marked);
    this.#readAt.clear();

    if (isBack) this.#setState('online');
    const difference = this.journal.update({ ...read, devices });
    if (difference) this.#emit(difference);
    if (isBack) this.#emitStatus();
  }

  /**
   * Applies a reading of one device.
   * @returns false if a change cannot express the difference: the next reading of all devices is needed
   */
  applyDevice(device: Device): boolean {
    const before = this.journal.device(device.id);
    const taken = this.#mark(this.#doubtful.filterReading(before, device));
    const change = before ? compareDevices(before, withFault(taken, before.fault)) : 'structure';
    if (change === 'structure') return false;
    this.#readAt.set(device.id, this.#clock.monotonic());
    if (change) this.#append([change]);
    return true;
  }

  /** Sets the times of all sensors again: the wall clock was set. */
  renewTimes() {
    const changes = this.journal.home.devices.flatMap((device) => {
      const marked = this.#trips?.withTimes(device) ?? device;
      return hasSameTimes(device, marked) ? [] : [{ device: device.id, fields: timesOf(marked) }];
    });
    this.#append(changes);
  }

  /** Ends what waits. */
  stop() {
    this.#doubtful.stop();
  }

  /** Applies changes within the limits of a home, at most one for each device. Those of unknown devices are ignored. */
  append(changes: readonly DeviceChange[]) {
    this.#append(
      changes.flatMap((change) => {
        const before = this.journal.device(change.device);
        const filtered = before && this.#doubtful.filterReport(before, change);
        return filtered && (filtered === change || !isEmpty(filtered)) ? [filtered] : [];
      })
    );
  }

  #append(changes: readonly DeviceChange[]) {
    const known = changes.flatMap((change) => {
      const before = this.journal.device(change.device);
      return before ? [this.#withTimes(before, this.#bounds.take(before, change))] : [];
    });
    if (known.length === 0) return;
    const { home } = this.journal;
    const after = known.some((change) => mayChangeFaults(this.journal.device(change.device), change))
      ? applyChanges(home, known)
      : undefined;
    const devices = after && withFaults(after.devices);
    if (devices?.some((device, at) => device !== after?.devices[at])) {
      const difference = this.journal.update({ ...home, devices });
      if (difference) this.#emit(difference);
      return;
    }
    this.journal.append(known);
    this.#emit({ type: 'changes', changes: known });
  }

  /** Emits what the controller reports of a command. */
  report(report: CommandReport) {
    if (this.journal.device(report.device)) this.#emit({ type: 'report', report });
  }

  /** Notes that the controller is unavailable, and why. */
  markLost(state: Exclude<ControllerState, 'online'>) {
    if (this.#status?.state === state) return;
    this.#setState(state);
    this.#emitStatus();
  }

  /** Notes how far the controller's clock is ahead, in ms; null if that is not known. */
  setClockOffset(clockOffsetMs: number | null) {
    this.#clockOffsetMs = clockOffsetMs;
    if (!this.#status) return;
    this.#setState(this.#status.state, this.#status.since);
    this.#emitStatus('clock');
  }

  #mark(device: Device): Device {
    return this.#trips?.mark(device, this.#isOnline) ?? device;
  }

  /** A change of a sensor, with when that happened. */
  #withTimes(before: Device, change: DeviceChange): DeviceChange {
    if (!TRIP_PARAMS.some((name) => Object.hasOwn(change.params ?? {}, name))) return change;
    const marked = this.#mark(applyToDevice(before, change));
    return hasSameTimes(before, marked)
      ? change
      : { ...change, fields: { ...change.fields, ...timesOf(marked) } };
  }

  #emit(event: HomeEvent) {
    this.#events.emit(event);
    this.#onEmitted(event);
  }

  #setState(state: ControllerState, since = this.#clock.now()) {
    const clockOffsetMs = this.#clockOffsetMs;
    this.#status = { state, since, ...(clockOffsetMs !== 0 && { clockOffsetMs }) };
  }

  #emitStatus(type: 'status' | 'clock' = 'status') {
    if (this.#status) this.#emit({ type, status: this.#status });
  }
}

/** The values of a sensor that `HomeTripTimes` follows. */
const TRIP_PARAMS = ['Tripped', 'Armed'];

const isEmpty = ({ params = {}, fields = {} }: DeviceChange): boolean =>
  Object.keys(params).length + Object.keys(fields).length === 0;

const hasSameTimes = (one: Device, other: Device): boolean =>
  one.trippedAt === other.trippedAt && one.calmAt === other.calmAt;

const timesOf = ({ trippedAt, calmAt }: Pick<Device, 'trippedAt' | 'calmAt'>): DeviceFields => ({
  ...(trippedAt !== undefined && { trippedAt }),
  ...(calmAt !== undefined && { calmAt })
});

/** Whether a change may tell of a fault or its end, or change which devices have one: see `withFaults`. */
const mayChangeFaults = (before: Device | undefined, { params = {}, fields }: DeviceChange): boolean =>
  fields?.role !== undefined ||
  Object.keys(params).some((name) => !Object.hasOwn(before?.params ?? {}, name)) ||
  ['nodeId', 'parentDeviceId'].some((name) => Object.hasOwn(params, name)) ||
  (before?.fault !== undefined && Object.hasOwn(params, 'Tripped'));

/** A message as it goes over the wire. */
export const encode = (message: LiveMessage): Buffer => Buffer.from(JSON.stringify(message));
