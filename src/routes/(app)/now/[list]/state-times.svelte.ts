import type { Clock } from '#shared/clock';
import { decodeHistory, type HistoryValue } from '#shared/history';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { hasControl } from '#shared/kinds';
import { calmSince, fromController, trippedSince, type ControllerClock } from '#shared/reported-time';
import { isActive as isActiveByControl } from '$lib/kinds/active';
import { changesOf, historySeriesOf, type HistorySeries } from '$lib/kinds/history-series';
import type { ClientResult } from '$lib/state/proxy/failure';

/** The number of values to request for each device. */
const MAX_ROWS = 100;
/** The maximum number of requests at the same time, so that a list does not load the controller. */
const MAX_REQUESTS = 3;
/** The maximum number of devices whose history is read for one list. */
const MAX_DEVICES = 60;
/** How long after a change its history is read, in ms: the controller writes it meanwhile. */
const SETTLE_MS = 2000;

const RIGHT: ControllerClock = { clockOffsetMs: 0 };

/** Reads a resource of a device, as `askDevice` does. */
type Read = (id: number, what: string, signal: AbortSignal) => Promise<ClientResult<unknown>>;

interface SinceWhen {
  readonly isActive: boolean;
  /** Milliseconds since the epoch, by the controller's clock; undefined if the history does not say. */
  readonly at: number | undefined;
}

/**
 * Since when the devices of a list are open or closed, on or off: by the last trip of a sensor that is tripped, by what Mantel
 * saw itself, else by the device's history at the controller. A time that none of them proves is unknown.
 */
export class StateTimes {
  readonly #clock: Clock;
  readonly #read: Read;
  readonly #stopped = new AbortController();
  /** By id: the state of each followed device when it was seen last. */
  #states: Record<number, boolean> = {};
  /** By id. */
  #known = $state.raw<Readonly<Record<number, SinceWhen>>>({});
  #waiting: readonly Device[] = [];
  /** The devices whose history was requested. */
  #requested: readonly number[] = [];
  #requests = 0;
  #hasHistory = true;

  constructor(clock: Clock, read: Read) {
    this.#clock = clock;
    this.#read = read;
  }

  /**
   * Returns since when a device is as it is, in ms since the epoch; undefined if unknown. Reactive.
   * @param now ms since the epoch
   * @param clock the controller's, a right one by default
   */
  since(device: Device, now: number, clock: ControllerClock = RIGHT): number | undefined {
    if (!device.alive) return undefined;
    const seen = hasControl(device, 'contact')
      ? (trippedSince(device, clock, now) ?? calmSince(device, clock, now))
      : undefined;
    if (seen !== undefined) return seen;
    const known = this.#known[device.id];
    if (known?.at === undefined || known.isActive !== isActive(device)) return undefined;
    return fromController(known.at, clock);
  }

  /**
   * Follows devices: reads the history of those whose time is unknown, and again when they change. Without a live link it
   * forgets all times, since changes may be missed.
   * @param devices with their confirmed values
   */
  follow(devices: readonly Device[], isLive: boolean): void {
    if (!isLive) {
      this.#states = {};
      this.#waiting = [];
      this.#requested = [];
      this.#known = {};
      return;
    }
    for (const device of devices) {
      const before = this.#states[device.id];
      const state = isActive(device);
      if (before === state) continue;
      this.#states[device.id] = state;
      this.#forget(device.id);
      if (before === undefined) this.#request(device);
      else this.#clock.after(SETTLE_MS, () => this.#request(device));
    }
  }

  /** Aborts the requests. */
  stop(): void {
    this.#waiting = [];
    this.#stopped.abort();
  }

  #forget(id: number): void {
    this.#waiting = this.#waiting.filter((device) => device.id !== id);
    if (!this.#known[id]) return;
    const { [id]: _, ...known } = this.#known;
    this.#known = known;
  }

  #request(device: Device): void {
    if (!needsHistory(device) || this.#states[device.id] !== isActive(device)) return;
    if (!this.#requested.includes(device.id)) {
      if (this.#requested.length >= MAX_DEVICES) return;
      this.#requested = [...this.#requested, device.id];
    }
    this.#waiting = [...this.#waiting, device];
    this.#next();
  }

  #next(): void {
    const [device, ...others] = this.#waiting;
    if (!device || this.#requests >= MAX_REQUESTS || !this.#hasHistory || this.#stopped.signal.aborted)
      return;
    this.#waiting = others;
    this.#requests += 1;
    void this.#ask(device).finally(() => {
      this.#requests -= 1;
      this.#next();
    });
    this.#next();
  }

  async #ask(device: Device): Promise<void> {
    const series = historySeriesOf(device).find(({ shape }) => shape === 'changes');
    if (!series) return;
    const query = `parameter-history?param=${series.param}&limit=${MAX_ROWS}`;
    const result = await this.#read(device.id, query, this.#stopped.signal);
    if (!result.ok) {
      if (result.error.isAbsent) this.#hasHistory = false;
      return;
    }
    const at = lastChange(device, series, decodeHistory(result.value) ?? []);
    if (this.#states[device.id] === isActive(device))
      this.#known = { ...this.#known, [device.id]: { isActive: isActive(device), at } };
  }
}

/** Whether a device is open or on. */
const isActive = (device: Device): boolean => isActiveByControl(device) === true;

/** Whether the history of a device is read: of a closed door or window, and of what is on or open. */
const needsHistory = (device: Device): boolean =>
  device.alive && (hasControl(device, 'contact') ? !isActive(device) : isActive(device));

/**
 * Returns when a device changed to its state by its history, in ms since the epoch. Undefined if the history does not
 * show that change, or misses a later trip.
 * @param rows oldest first
 */
function lastChange(
  device: Device,
  series: HistorySeries,
  rows: readonly HistoryValue[]
): number | undefined {
  const { param } = series;
  const textOf = (value: unknown) =>
    isActive({ ...device, params: { ...device.params, [param]: value } }) ? 'active' : 'idle';
  const changes = changesOf(rows, { ...series, textOf }, device.params[param]);
  const at = changes.length > 1 ? changes[0]?.at : null;
  const { lastTrip } = readSensorBinary(device.params);
  const misses = at != null && lastTrip !== undefined && lastTrip * 1000 > at;
  return at == null || misses ? undefined : at;
}
