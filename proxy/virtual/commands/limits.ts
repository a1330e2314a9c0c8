import { isRecord, type Device, type Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { readSwitchColor, setColor } from '#shared/interfaces/switch-color';
import { readThermostatFanMode, setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { readThermostatMode, setMode } from '#shared/interfaces/thermostat-mode';
import { readThermostatSetpoint, setSetpoint } from '#shared/interfaces/thermostat-setpoint';

/** The degrees that the thermostats of this house can be set to, in °C. */
const COLDEST = 4;
const WARMEST = 32;

/** Whether one method's arguments are within what a device with these parameters can do. */
type Limit = (args: Readonly<Record<string, unknown>>, params: Params) => boolean;

const LIMITS: ReadonlyMap<string, Limit> = new Map<string, Limit>([
  [setMode.method, ({ mode }, params) => isOneOf(mode, readThermostatMode(params).modes)],
  [setFanMode.method, ({ fanMode }, params) => isOneOf(fanMode, readThermostatFanMode(params).fanModes)],
  [
    setSetpoint.method,
    ({ setpoint, setpointType }, params) =>
      isOneOf(setpointType, Object.keys(readThermostatSetpoint(params).setpoints)) &&
      isBetween(setpoint, COLDEST, WARMEST)
  ],
  [
    setColor.method,
    ({ components }, params) =>
      Object.keys(isRecord(components) ? components : {}).every((name) =>
        isOneOf(name, readSwitchColor(params).components)
      )
  ]
]);

/** Whether a device can do what a well-formed call asks: a mode that it has, a colour that it mixes. */
export function isWithinLimits({ params }: Device, call: CommandCall): boolean {
  return LIMITS.get(call.method)?.(call.params, params) ?? true;
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return typeof value === 'string' && known.includes(value);
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}
