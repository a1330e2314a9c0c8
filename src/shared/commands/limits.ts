import { fail } from '#shared/errors';
import { isRecord, type Device, type Params } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { readSwitchColor, setColor } from '#shared/interfaces/switch-color';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { readThermostatFanMode, setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { readThermostatMode, setMode } from '#shared/interfaces/thermostat-mode';
import { readThermostatSetpoint, setSetpoint } from '#shared/interfaces/thermostat-setpoint';

/** The setpoints that all thermostats of a source take, in degrees. */
export interface SetpointBounds {
  readonly min: number;
  readonly max: number;
}

/** Whether a device with these parameters supports the arguments of a method. */
type Limit = (
  args: Readonly<Record<string, unknown>>,
  params: Params,
  setpoints: SetpointBounds | undefined
) => boolean;

const LIMITS: ReadonlyMap<string, Limit> = new Map<string, Limit>([
  [setMode.method, ({ mode }, params) => isOneOf(mode, readThermostatMode(params).modes)],
  [setFanMode.method, ({ fanMode }, params) => isOneOf(fanMode, readThermostatFanMode(params).fanModes)],
  [
    setSetpoint.method,
    ({ setpoint, setpointType }, params, setpoints) =>
      isOneOf(setpointType, [
        ...Object.keys(readThermostatSetpoint(params).setpoints),
        ...readThermostatMode(params).modes
      ]) &&
      (!setpoints || isBetween(setpoint, setpoints))
  ],
  [
    setColor.method,
    ({ components }, params) =>
      Object.keys(isRecord(components) ? components : {}).every((name) =>
        isOneOf(name, readSwitchColor(params).components)
      )
  ]
]);

/**
 * Whether a device supports the values of a well-formed call, such as its mode or colour components. One that lists none takes all that
 * its interface allows.
 * @param setpoints by default the device itself decides which setpoints it takes
 */
export function isWithinLimits({ params }: Device, call: CommandCall, setpoints?: SetpointBounds): boolean {
  return LIMITS.get(call.method)?.(call.params, params, setpoints) ?? true;
}

/** Whether a device takes the level of a call as it was sent: only a shutter takes 100, for fully open [O]. */
export function takesLevel({ interfaces }: Device, { method, params }: CommandCall): boolean {
  return method !== setLevel.method || params['level'] !== 100 || interfaces.includes('Shutter');
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return known.length === 0 || (typeof value === 'string' && known.includes(value));
}

function isBetween(value: unknown, { min, max }: SetpointBounds): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

/** Whether several commands set the same value of a device. */
export function hasRepeats(
  commands: readonly { readonly device: number; readonly prepared: PreparedCommand }[]
): boolean {
  const values = commands.flatMap(({ device, prepared }) =>
    [...new Set(prepared.sets)].map((value) => `${device} ${value}`)
  );
  return new Set(values).size < values.length;
}

/** The refusal of commands that are kept, where several set the same value. */
export const REPEATED = fail('bad-request', 'Several of the commands set the same value of a device.');
