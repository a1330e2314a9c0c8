import type { Device } from '#shared/home';
import { readSwitchColor } from '#shared/interfaces/switch-color';
import { setFanMode, readThermostatFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { setMode, readThermostatMode } from '#shared/interfaces/thermostat-mode';
import { setSetpoint, readThermostatSetpoint } from '#shared/interfaces/thermostat-setpoint';
import type { CommandCall } from '#shared/interfaces/interface';
import { setColor } from '#shared/interfaces/switch-color';
import { isRecord, type Params } from '#shared/home';

/** The degrees that the thermostats of this house can be set to, in °C. */
const COLDEST = 4;
const WARMEST = 32;

/** Whether one method's arguments are within what this very device can do. */
type Limit = (args: Readonly<Record<string, unknown>>, params: Params) => boolean;

const LIMITS: ReadonlyMap<string, Limit> = new Map<string, Limit>([
  [setMode.method, ({ mode }, params) => isOneOf(mode, readThermostatMode(params).modes)],
  [setFanMode.method, ({ fanMode }, params) => isOneOf(fanMode, readThermostatFanMode(params).fanModes)],
  [
    setSetpoint.method,
    ({ setpoint, setpointType }, params) =>
      isOneOf(setpointType, Object.keys(readThermostatSetpoint(params).setpoints)) &&
      typeof setpoint === 'number' &&
      setpoint >= COLDEST &&
      setpoint <= WARMEST
  ],
  [
    setColor.method,
    ({ components }, params) =>
      isRecord(components) &&
      Object.keys(components).every((name) => isOneOf(name, readSwitchColor(params).components))
  ]
]);

/** Whether a device can do what a well-formed call asks: a mode that it has, a colour that it mixes. */
export function isWithinLimits(device: Device, { method, params }: CommandCall): boolean {
  return LIMITS.get(method)?.(params, device.params) ?? true;
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return typeof value === 'string' && known.includes(value);
}
