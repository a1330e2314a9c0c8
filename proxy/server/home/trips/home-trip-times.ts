import { mayAlarm } from '#shared/hazards';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { isModelOf, modelOf } from '#shared/model';
import { byImportance, sensorsInFile, type StoredSensor, type TripTime } from './stored-trips';

/** How soon a change has to be stored: at once if it decides about an alarm. */
export type Urgency = 'urgent' | 'usual';

/** The clocks of the times. */
interface TripClock {
  /** Calls back when the wall clock was set. Returns a function that unsubscribes. */
  readonly onSet: (listener: () => void) => () => void;
  /** The time now. */
  now(): TripTime;
  /** A time in ms since the epoch, by the wall clock. */
  timeOf(time: TripTime): number;
}

/** Maximum number of sensors of a controller that are remembered: as many as a home has devices. */
const MAX_SENSORS = 10_000;
/** How many of them stay when there are more. */
const KEPT_SENSORS = 9_000;

/**
 * When the binary sensors of a controller last changed, as Mantel saw it: its own clock is right where that of a controller is not, and a
 * Z-Wave JS server reports no such time.
 */
export class HomeTripTimes {
  readonly #clock: TripClock;
  /** Calls back when the wall clock was set: the same times have other ones in ms since the epoch. */
  readonly onClockSet: TripClock['onSet'];
  readonly #onChange: (urgency: Urgency) => void;
  #sensors: Map<number, StoredSensor>;
  /** Type, role and icon of the sensors that were seen since the start: while these stay, the model does. */
  #traits = new Map<number, string>();

  /**
   * @param stored what was stored of the sensors
   * @param onChange called when there is something to store
   */
  constructor(
    stored: ReadonlyMap<number, StoredSensor>,
    clock: TripClock,
    onChange: (urgency: Urgency) => void
  ) {
    this.#sensors = new Map(stored);
    this.#clock = clock;
    this.onClockSet = clock.onSet;
    this.#onChange = onChange;
  }

  /**
   * Notes a device as its controller reports it. Returns it with `trippedAt` and `calmAt`, the same object if it has them. A sensor that is
   * as it was keeps its times, also after a restart or an outage. Of one that changed meanwhile nobody knows when.
   * @param isWatched whether its home was watched until now
   */
  mark(device: Device, isWatched: boolean): Device {
    if (!Object.hasOwn(device.params, 'Tripped')) return device;
    const { isTripped, isArmed = false } = readSensorBinary(device.params);
    const known = this.#knownOf(device);
    const was = known?.isTripped;
    const isSame = isTripped === undefined || (was === isTripped && (known?.isArmed ?? false) === isArmed);
    if (isSame) return known ? this.#withTimes(device, known) : device;
    const { isArmed: _, ...times } = known ?? { model: modelOf(device) };
    const at = isWatched ? this.#clock.now() : null;
    const hasChanged = was !== undefined && was !== isTripped;
    const sensor = {
      ...times,
      isTripped,
      ...(isArmed && { isArmed }),
      ...(hasChanged && (isTripped ? { tripped: at } : { calm: at }))
    };
    this.#sensors.set(device.id, sensor);
    this.#traits.set(device.id, traitsOf(device));
    if (this.#sensors.size > MAX_SENSORS) this.#forgetLast();
    this.#onChange((isTripped || isArmed) && mayAlarm(device) ? 'urgent' : 'usual');
    return this.#withTimes(device, sensor);
  }

  /** Returns a device with the times that are known of it, and notes nothing: a home without a connection has old values. */
  withTimes(device: Device): Device {
    const known = this.#knownOf(device);
    return known ? this.#withTimes(device, known) : device;
  }

  /** What is stored. */
  stored(): Record<string, StoredSensor> {
    return sensorsInFile(this.#ordered());
  }

  /** What is known of a device, if it is still the same one. */
  #knownOf(device: Device): StoredSensor | undefined {
    const known = this.#sensors.get(device.id);
    const traits = traitsOf(device);
    if (!known || this.#traits.get(device.id) === traits) return known;
    if (!isModelOf(known.model, device)) return undefined;
    this.#traits.set(device.id, traits);
    return known;
  }

  #withTimes(device: Device, { tripped, calm }: StoredSensor): Device {
    const trippedAt = this.#timeOf(tripped);
    const calmAt = this.#timeOf(calm);
    if (device.trippedAt === trippedAt && device.calmAt === calmAt) return device;
    const { trippedAt: _, calmAt: __, ...bare } = device;
    return {
      ...bare,
      ...(trippedAt !== undefined && { trippedAt }),
      ...(calmAt !== undefined && { calmAt })
    };
  }

  #timeOf(time: TripTime | null | undefined): number | null | undefined {
    return time ? this.#clock.timeOf(time) : time;
  }

  #ordered() {
    return byImportance(this.#sensors, ({ tripped, calm }) =>
      Math.max(this.#timeOf(tripped) ?? 0, this.#timeOf(calm) ?? 0)
    );
  }

  #forgetLast() {
    this.#sensors = new Map(this.#ordered().slice(0, KEPT_SENSORS));
    this.#traits = new Map([...this.#traits].filter(([id]) => this.#sensors.has(id)));
  }
}

const traitsOf = ({ type, role, icon }: Device): string => [type, role, icon].join('\n');
