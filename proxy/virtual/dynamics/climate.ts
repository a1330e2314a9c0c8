import type { Device } from '#shared/home';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { LivingHome } from '../home/living-home';
import type { RoomClimate } from '../house/plan';
import { warmthAt, wander } from './day';
import { operatingStateAt } from './thermostat';

/** Degrees per minute by which a thermostat heats or cools its room. Faster than in a real house, so that the demo shows it. */
const DEGREES_A_MINUTE = 0.4;
/** Time constant of the heat loss, in minutes: after this time a third of the added heat is left. */
const LOSS_MINUTES = 120;
/** Climate of a room without an entry. */
const ANY_ROOM: RoomClimate = { mean: 20, swing: 0.5 };

/**
 * Simulates the temperature of the rooms: a daily curve, plus the heat that thermostats add or remove. Thermostats use the
 * temperature of their room. The room's sensors follow with their next report.
 */
export class Climate {
  readonly #home: LivingHome;
  readonly #rooms: ReadonlyMap<number, RoomClimate>;
  readonly #seed: number;
  /** Degrees above the daily curve, by room. */
  readonly #added = new Map<number | null, number>();

  constructor(home: LivingHome, rooms: ReadonlyMap<number, RoomClimate>, seed: number) {
    this.#home = home;
    this.#rooms = rooms;
    this.#seed = seed;
  }

  /** Sets rooms with a thermostat to the temperature of their sensor. `now` is in ms since the epoch. */
  begin(now: number): void {
    const { devices } = this.#home;
    for (const { room_id } of devices.filter(isThermostat)) {
      const sensor = devices.find((device) => device.room_id === room_id && isThermometer(device));
      const value = sensor && readSensorMultilevel(sensor.params).value;
      if (value !== undefined) this.#added.set(room_id, value - this.#unheated(room_id, now));
    }
  }

  /** The temperature of a room in °C. */
  temperature(room: number | null, now: number): number {
    return this.#unheated(room, now) + (this.#added.get(room) ?? 0);
  }

  /** Advances the simulation by `ms` milliseconds: updates the heat of each room and reports the state of its thermostats. */
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

  #unheated(room: number | null, now: number): number {
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
