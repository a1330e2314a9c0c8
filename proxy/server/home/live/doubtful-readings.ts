import { isSame, type DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import type { Device } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';

/** The values after power-on and of a broken wire. */
interface NoReading {
  readonly powerOn: number;
  readonly broken: number;
  /** It is doubted if it is farther than this from the value before, in the unit. */
  readonly jump: number;
}

/** What a temperature sensor reports for no reading, by unit. */
const NO_READINGS: Readonly<Record<string, NoReading>> = {
  '°C': { powerOn: 85, broken: -127, jump: 20 },
  '°F': { powerOn: 185, broken: -196.6, jump: 36 }
};
/** A doubtful reading that stays is taken after this time, in ms. */
const MAX_DOUBT_MS = 5 * 60_000;

/** A reading that waits for a second report. */
interface HeldReading {
  readonly value: unknown;
  readonly dueAt: number;
  readonly cancel: () => void;
}

/**
 * Holds back a single 85.0 or −127 °C of a sensor that was more than 20 K away from it: the device keeps its value until the next report. The
 * same value again counts, another one takes its place. A sensor that came near such a value before is never doubted (a sauna, a boiler),
 * nor is the first value of a device.
 */
export class DoubtfulReadings {
  readonly #clock: Clock;
  readonly #onTaken: (change: DeviceChange) => void;
  readonly #held = new Map<number, HeldReading>();
  /** The devices that came near to the value after power-on. */
  readonly #near = new Set<number>();

  /** @param onTaken called with a reading that was not contradicted in time */
  constructor(clock: Clock, onTaken: (change: DeviceChange) => void) {
    this.#clock = clock;
    this.#onTaken = onTaken;
  }

  /** Returns a reported change without its doubtful reading. The same object if it has none. */
  filterReport(before: Device, change: DeviceChange): DeviceChange {
    const { params } = change;
    if (!params || !Object.hasOwn(params, 'Value')) return change;
    const held = this.#held.get(before.id);
    const isSecond = held !== undefined && isSame(held.value, params['Value']);
    if (isSecond || !this.#isDoubtful(before, { ...before, params: { ...before.params, ...params } })) {
      this.#drop(before.id);
      return change;
    }
    this.#hold(before.id, params['Value']);
    const { Value: _, ...others } = params;
    return { ...change, params: others };
  }

  /** Returns a device that was read, with its former reading in place of a doubtful one. To read a value again is no second report of it. */
  filterReading(before: Device | undefined, device: Device): Device {
    const { Value: value } = device.params;
    const isAsBefore = before !== undefined && isSame(before.params['Value'], value);
    if (value === undefined || isAsBefore || !this.#isDoubtful(before, device)) {
      this.#drop(device.id);
      return device;
    }
    if (!isSame(this.#held.get(device.id)?.value, value)) this.#hold(device.id, value);
    return { ...device, params: { ...device.params, Value: before?.params['Value'] } };
  }

  /** Forgets the devices that a home does not have any more. */
  keepOnly(devices: readonly Device[]) {
    if (this.#held.size === 0 && this.#near.size === 0) return;
    const ids = new Set(devices.map(({ id }) => id));
    for (const id of this.#held.keys()) if (!ids.has(id)) this.#drop(id);
    for (const id of this.#near) if (!ids.has(id)) this.#near.delete(id);
  }

  /** Forgets all readings that wait. */
  stop() {
    for (const id of [...this.#held.keys()]) this.#drop(id);
  }

  #isDoubtful(before: Device | undefined, { id, params }: Device): boolean {
    const { value, unit } = readSensorMultilevel(params);
    const { [unit]: none } = NO_READINGS;
    if (value === undefined || !none) return false;
    if (value !== none.powerOn && value !== none.broken) {
      if (Math.abs(value - none.powerOn) <= none.jump) this.#near.add(id);
      return false;
    }
    if (value === none.powerOn && this.#near.has(id)) return false;
    const former = before && readSensorMultilevel(before.params);
    return former?.value !== undefined && former.unit === unit && Math.abs(former.value - value) > none.jump;
  }

  #hold(id: number, value: unknown) {
    const dueAt = this.#held.get(id)?.dueAt ?? this.#clock.monotonic() + MAX_DOUBT_MS;
    this.#drop(id);
    const cancel = this.#clock.after(dueAt - this.#clock.monotonic(), () => {
      this.#held.delete(id);
      this.#onTaken({ device: id, params: { Value: value } });
    });
    this.#held.set(id, { value, dueAt, cancel });
  }

  #drop(id: number) {
    this.#held.get(id)?.cancel();
    this.#held.delete(id);
  }
}
