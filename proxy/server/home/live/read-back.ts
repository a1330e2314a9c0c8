import type { DeviceChange } from '#shared/changes';
import type { Device } from '#shared/home';
import { sharedAbort } from '../../base/platform/abort';
import { readDevice, refreshDevices, type RefreshDeps } from './home-reader';

/** When a commanded device is read if there are no events, in ms after its command was accepted. */
const COMPARING_AT_MS = [300, 1_000, 2_000];
/** When it is read if there are events, but none for this command, in ms. */
const POLLING_AT_MS = [1_000];
/** A device that changed without an event may still be moving: it is read again after this time, in ms. */
const REPEAT_INTERVAL_MS = 1_000;
/** If changes come by comparing: from this number of commanded devices on, the whole list is read. */
const MANY_DEVICES = 3;
/** When the list is read first, and the interval of further readings, in ms. */
const FIRST_LIST_MS = 300;
const LIST_INTERVAL_MS = 1_000;
/** Maximum time to follow the effect of a command, in ms: longer than a slow shutter needs. */
const MAX_TRACKING_MS = 90_000;

/** What reading back depends on. */
interface ReadBackDeps extends Omit<RefreshDeps, 'signal'> {
  /** Whether changes come as events. */
  readonly isPolling: () => boolean;
}

/** A command whose effect is awaited. */
interface AwaitedCommand {
  /** The parameters that show the effect. */
  readonly params: readonly string[];
  /** When following ends, on the monotonic clock (ms). */
  readonly until: number;
  readonly cancel: () => void;
}

/**
 * Reads a commanded device back if no event shows the effect. A client of such controllers reads every device back after its command [O],
 * so events for one's own commands may be late or missing.
 */
export class ReadBack {
  readonly #deps: ReadBackDeps;
  readonly #stopped = sharedAbort();
  readonly #awaited = new Map<number, AwaitedCommand>();
  /** The device that is being applied: the resulting change is not an event. */
  #taking: number | undefined;
  #cancelList: (() => void) | undefined;

  constructor(deps: ReadBackDeps) {
    this.#deps = deps;
  }

  /** Follows changes from now on. Returns a function that stops it and cancels every planned reading. */
  start(): () => void {
    const unsubscribe = this.#deps.home.subscribe((event) => {
      if (event.type === 'changes') for (const change of event.changes) this.#receive(change);
    });
    return () => {
      unsubscribe();
      this.#stopped.abort();
      this.#cancelList?.();
      for (const device of [...this.#awaited.keys()]) this.#forget(device);
    };
  }

  /**
   * Starts to follow an accepted command for this device. A newer command replaces an older one.
   * @param sets the values that it sets, like `Level` or `currentSetpoints.Heat`
   */
  commanded(device: number, sets: readonly string[]) {
    const { clock, isPolling } = this.#deps;
    const params = sets.map((name) => name.split('.')[0] ?? name);
    const command = { params, until: clock.monotonic() + MAX_TRACKING_MS };
    const isOneOfMany =
      !isPolling() && this.#awaited.size + (this.#awaited.has(device) ? 0 : 1) >= MANY_DEVICES;
    this.#follow(device, isOneOfMany ? [] : isPolling() ? POLLING_AT_MS : COMPARING_AT_MS, command);
    if (!isOneOfMany) return;
    // From now on the list of devices is read in place of each device.
    for (const { cancel } of this.#awaited.values()) cancel();
    this.#cancelList ??= clock.after(FIRST_LIST_MS, () => void this.#readList());
  }

  /** No command for a device is under way any more. */
  settled(device: number) {
    if (!this.#deps.isPolling()) this.#forget(device);
  }

  /** Reads a device into the home now. Returns it as it is known then; null if it cannot be read. */
  async read(id: number): Promise<Device | null> {
    const { home, client } = this.#deps;
    const before = home.journal.device(id);
    const read = await readDevice(client, id, { signal: this.#stopped.signal });
    if (!read.ok) return null;
    // An event that arrived meanwhile may be newer than the reading.
    if (home.journal.device(id) === before) home.applyDevice(read.value);
    return home.journal.device(id) ?? null;
  }

  async #readList() {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    for (const [device, { until }] of this.#awaited) if (until <= now) this.#forget(device);
    this.#cancelList = undefined;
    if (this.#awaited.size < MANY_DEVICES) {
      for (const [device, command] of [...this.#awaited]) this.#follow(device, COMPARING_AT_MS, command);
      return;
    }
    this.#cancelList = clock.after(LIST_INTERVAL_MS, () => void this.#readList());
    await refreshDevices({ ...this.#deps, signal: this.#stopped.signal });
  }

  /** If an event shows the effect of the command, the device is not read: further events will follow. */
  #receive({ device, params = {} }: DeviceChange) {
    if (device === this.#taking || !this.#deps.isPolling()) return;
    if (this.#awaited.get(device)?.params.some((name) => Object.hasOwn(params, name))) this.#forget(device);
  }

  #follow(device: number, times: readonly number[], command: Pick<AwaitedCommand, 'params' | 'until'>) {
    this.#forget(device);
    const cancels = times.map((ms) => this.#deps.clock.after(ms, () => void this.#read(device)));
    this.#awaited.set(device, { ...command, cancel: () => cancels.forEach((cancel) => cancel()) });
  }

  #forget(device: number) {
    this.#awaited.get(device)?.cancel();
    this.#awaited.delete(device);
  }

  async #read(id: number) {
    const { home, client, clock, isPolling } = this.#deps;
    const { signal } = this.#stopped;
    const command = this.#awaited.get(id);
    const device = await readDevice(client, id, { signal });
    // An event or a command that arrived meanwhile may be newer than the reading.
    if (!device.ok || !command || this.#awaited.get(id) !== command) return;
    const before = home.journal.revision;
    this.#taking = id;
    home.applyDevice(device.value);
    this.#taking = undefined;
    const isChanged = home.journal.revision !== before;
    if (isPolling() && isChanged && clock.monotonic() < command.until)
      this.#follow(id, [REPEAT_INTERVAL_MS], command);
  }
}
