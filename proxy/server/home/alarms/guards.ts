import { isContact, isFaultSensor, isHazardSensor, isTripped } from '#shared/hazards';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';

/** What an armed sensor means: an alarm, or that it guards nothing until its next trip; undefined for neither. */
type GuardReport = 'armed' | 'unguarded' | undefined;

/** Maximum number of sensors of a controller that are remembered on the disk. */
const MAX_STORED = 2_000;

/**
 * Which sensors guard: those that were seen armed and not tripped. Only such a one is an alarm when it is tripped, also after a restart. What
 * is tripped, or does not respond, when it is armed, guards from then on when it was seen calm.
 */
export class Guards {
  readonly #guarded = new Map<string, Set<number>>();
  readonly #onChange: (controller: string) => void;

  /** @param onChange called when other sensors of a controller guard */
  constructor(onChange: (controller: string) => void) {
    this.#onChange = onChange;
  }

  /** Reads what was stored. */
  load(stored: Readonly<Record<string, readonly number[]>>) {
    for (const [controller, ids] of Object.entries(stored)) this.#guarded.set(controller, new Set(ids));
  }

  /** What is stored, by controller. */
  stored(): Record<string, readonly number[]> {
    const all = [...this.#guarded].filter(([, ids]) => ids.size > 0);
    return Object.fromEntries(all.map(([controller, ids]) => [controller, [...ids].slice(0, MAX_STORED)]));
  }

  /** The ids of the sensors of a controller that guard. */
  of(controller: string): readonly number[] {
    return [...(this.#guarded.get(controller) ?? [])];
  }

  /** Takes a sensor as its home has it. Returns what it means now. */
  take(controller: string, device: Device): GuardReport {
    const guarded = this.#guarded.get(controller) ?? new Set<number>();
    if (isDisarmed(device)) {
      if (guarded.delete(device.id)) this.#onChange(controller);
      return undefined;
    }
    const hasTripped = isTripped(device);
    if (guarded.has(device.id)) return hasTripped ? 'armed' : undefined;
    if (!isArmed(device)) return undefined;
    if (hasTripped || !device.alive) return 'unguarded';
    guarded.add(device.id);
    this.#guarded.set(controller, guarded);
    this.#onChange(controller);
    return undefined;
  }

  /** Forgets the sensors of a removed controller. */
  forget(controller: string) {
    this.#guarded.delete(controller);
  }
}

/** Whether a device is a sensor that somebody armed. */
export const isArmed = (device: Device): boolean =>
  isContact(device) && mayGuard(device) && readSensorBinary(device.params).isArmed === true;

/** Whether nobody guards with a device: it says that it is not armed. A value that is missing says nothing. */
export const isDisarmed = (device: Device): boolean =>
  !mayGuard(device) || readSensorBinary(device.params).isArmed === false;

/** What warns of a hazard or of its own node does so whether it is armed or not. */
const mayGuard = (device: Device): boolean => !isHazardSensor(device) && !isFaultSensor(device);
