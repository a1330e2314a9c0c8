import type { Device } from '#shared/home';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { LivingHome } from '../home/living-home';
import type { RoomClimate } from '../house/plan';
import { warmthAt, wander } from './day';
import { operatingStateAt } from './thermostat';

/** Degrees a minute that a thermostat warms or cools its room. Houses are slower: nobody wants to watch that. */
const DEGREES_A_MINUTE = 0.4;
/** Minutes in which what was heated falls to a third by itself. */
const LOSS_MINUTES = 120;
/** What a room is like that no table tells of. */
const ANY_ROOM: RoomClimate = { mean: 20, swing: 0.5 };

/**
 * How warm the rooms are: what the day makes of each, and what its thermostats add. A thermostat goes by the room that it is in;
 * the room's sensors follow when they report.
 */
export class Climate {
  readonly #home: LivingHome;
  readonly #rooms: ReadonlyMap<number, RoomClimate>;
  readonly #seed: number;
  /** Degrees above what the day alone would make, by room. */
  readonly #added = new Map<number | null, number>();

  constructor(home: LivingHome, rooms: ReadonlyMap<number, RoomClimate>, seed: number) {
    this.#home = home;
    this.#rooms = rooms;
    this.#seed = seed;
  }

  /** Begins with the thermostats' rooms as warm as their sensors say. `now` is in milliseconds since the epoch. */
  begin(now: number): void {
    const { devices } = this.#home;
    for (const { room_id } of devices.filter(isThermostat)) {
      const sensor = devices.find((device) => device.room_id === room_id && isThermometer(device));
      const value = sensor && readSensorMultilevel(sensor.params).value;
      if (value !== undefined) this.#added.set(room_id, value - this.#outOfHeat(room_id, now));
    }
  }

  /** The temperature of a room in °C. */
  temperature(room: number | null, now: number): number {
    return this.#outOfHeat(room, now) + (this.#added.get(room) ?? 0);
  }

  /** Lets some milliseconds pass: heat is added or lost, and thermostats that change their mind say so. */
  pass(ms: number, now: number): void {
    const minutes = ms / 60_000;
    for (const [room, added] of this.#added) this.#added.set(room, added * Math.exp(-minutes / LOSS_MINUTES));
    for (const { id, room_id, params } of this.#home.devices.filter(isThermostat)) {
      const { state } = readThermostatOperatingState(params);
      const degrees = directionOf(state) * DEGREES_A_MINUTE * minutes;
      this.#added.set(room_id, (this.#added.get(room_id) ?? 0) + degrees);
      this.#home.report(id, { currentState: operatingStateAt(params, this.temperature(room_id, now)) });
    }
  }

  #outOfHeat(room: number | null, now: number): number {
    const { mean, swing } = this.#rooms.get(room ?? -1) ?? ANY_ROOM;
    return mean + swing * warmthAt(now) + swing * 0.3 * wander(this.#seed, `climate/${room ?? ''}`, now);
  }
}

const directionOf = (state: string | undefined) => (state === 'Heating' ? 1 : state === 'Cooling' ? -1 : 0);

const isThermostat = (device: Device) => device.alive && device.interfaces.includes('ThermostatSetpoint');

function isThermometer({ alive, interfaces, params }: Device): boolean {
  return (
    alive &&
    interfaces.includes('SensorMultilevel') &&
    readSensorMultilevel(params).quantity === 'temperature'
  );
}
