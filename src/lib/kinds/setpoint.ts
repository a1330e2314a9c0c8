import type { Params } from '#shared/home';
import { readThermostatMode, readThermostatSetpoint } from '#shared/interfaces/readings';

/** A wanted temperature: the mode that it is for, as the controller names it, and its degrees. */
export interface Setpoint {
  readonly type: string;
  readonly degrees: number;
}

/** Degrees that can be chosen at home, Celsius. */
const CELSIUS = { min: 5, max: 35 };
/** The same for a device that counts in Fahrenheit. */
const FAHRENHEIT = { min: 40, max: 95 };
/** No home is kept at this many degrees Celsius: such a setpoint is Fahrenheit. The document names no scale for setpoints [A]. */
const WARMER_THAN_HOMES = 45;

/** All setpoints of a thermostat, in the controller's order. */
export function setpointsOf(params: Params): readonly Setpoint[] {
  return Object.entries(readThermostatSetpoint(params).setpoints).map(([type, degrees]) => ({
    type,
    degrees
  }));
}

/** The setpoint that a tile shows: the current mode's, else the first; undefined where there is none. */
export function mainSetpointOf(params: Params): Setpoint | undefined {
  const setpoints = setpointsOf(params);
  const { mode } = readThermostatMode(params);
  return setpoints.find(({ type }) => type === mode) ?? setpoints[0];
}

/** The range that a setpoint can be chosen from. What the controller itself says is never outside of it. */
export function rangeOf({ degrees }: Setpoint): { readonly min: number; readonly max: number } {
  const { min, max } = degrees > WARMER_THAN_HOMES ? FAHRENHEIT : CELSIUS;
  return { min: Math.min(min, degrees), max: Math.max(max, degrees) };
}
