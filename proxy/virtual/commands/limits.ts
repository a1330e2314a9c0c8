import { isRecord, type Device, type Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { setLevel } from '#shared/interfaces/switch-multilevel';
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
      isOneOf(setpointType, [
        ...Object.keys(readThermostatSetpoint(params).setpoints),
        ...readThermostatMode(params).modes
      ]) && isBetween(setpoint, COLDEST, WARMEST)
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

/** The arguments of a command, where clients send a shutter's level from 0 to 100 [O]: 100 is as open as it goes. */
export function withinLevels(
  { interfaces }: Device,
  method: string,
  args: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> {
  const isTop = method === setLevel.method && interfaces.includes('Shutter') && args['level'] === 100;
  return isTop ? { ...args, level: FULL_LEVEL } : args;
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return typeof value === 'string' && known.includes(value);
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}
