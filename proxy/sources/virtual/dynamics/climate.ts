import type { Device } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
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

/** The temperature of the rooms: a daily curve, plus the heat that thermostats add or remove. */
export interface Climate {
  /** The temperature of a room in °C. `now` is in ms since the epoch. */
  temperature(room: number | null, now: number): number;
  /** Advances by `ms` milliseconds: updates the heat of each room and reports the state of its thermostats. */
  pass(ms: number, now: number): void;
}

/**
 * Simulates the climate. Thermostats use the temperature of their room. The room's sensors follow with their next report.
 * @param now rooms with a thermostat have the temperature of their sensor at this time, in ms since the epoch
 */
export function climateOf(
  home: LivingHome,
  rooms: ReadonlyMap<number, RoomClimate>,
  seed: number,
  now: number
): Climate {
  const unheated = (room: number | null, at: number) => {
    const { mean, swing } = rooms.get(room ?? -1) ?? ANY_ROOM;
    return mean + swing * warmthAt(at) + swing * 0.3 * wander(seed, `climate/${room ?? ''}`, at);
  };
  /** Degrees above the daily curve, by room. */
  const heat = new Map<number | null, number>();
  const { devices } = home;
  for (const { room_id } of devices.filter(isThermostat)) {
    const sensor = devices.find((device) => device.room_id === room_id && isThermometer(device));
    const value = sensor && readSensorMultilevel(sensor.params).value;
    if (value !== undefined) heat.set(room_id, value - unheated(room_id, now));
  }
  const temperature = (room: number | null, at: number) => unheated(room, at) + (heat.get(room) ?? 0);
  return {
    temperature,
    pass(ms, at) {
      const minutes = ms / 60_000;
      for (const [room, added] of heat) heat.set(room, added * Math.exp(-minutes / LOSS_MINUTES));
      for (const { id, room_id, params } of home.devices.filter(isThermostat)) {
        const { state } = readThermostatOperatingState(params);
        const degrees = directionOf(state) * DEGREES_A_MINUTE * minutes;
        heat.set(room_id, (heat.get(room_id) ?? 0) + degrees);
        home.report(id, { currentState: operatingStateAt(params, temperature(room_id, at)) });
      }
    }
  };
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
