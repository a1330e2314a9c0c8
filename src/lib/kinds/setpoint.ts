import type { Params } from '#shared/home';
import { readThermostatMode, readThermostatSetpoint } from '#shared/interfaces/readings';

/** A target temperature: the mode that it applies to, as the controller names it, and degrees. */
export interface Setpoint {
  readonly type: string;
  readonly degrees: number;
}

/** The selectable range in °C. */
const CELSIUS = { min: 5, max: 35 };
/** The selectable range in °F. */
const FAHRENHEIT = { min: 40, max: 95 };
/** A setpoint above this is taken as °F. The document has no scale for setpoints [A]. */
const WARMER_THAN_HOMES = 45;

/** Returns all setpoints of a thermostat, in the controller's order. */
export function setpointsOf(params: Params): readonly Setpoint[] {
  return Object.entries(readThermostatSetpoint(params).setpoints).map(([type, degrees]) => ({
    type,
    degrees
  }));
}

/** Returns the setpoint that a tile shows: the current mode's, or the first one; undefined if there is none. */
export function mainSetpointOf(params: Params): Setpoint | undefined {
  const setpoints = setpointsOf(params);
  const { mode } = readThermostatMode(params);
  return setpoints.find(({ type }) => type === mode) ?? setpoints[0];
}

/**
 * Returns the setpoints that apply now: the current mode's own one, or in `Auto` those of heating and cooling. While the
 * thermostat is off it is the one that a tile shows. In a mode without a setpoint, all of them.
 */
export function activeSetpointsOf(params: Params): readonly Setpoint[] {
  const setpoints = setpointsOf(params);
  const { mode } = readThermostatMode(params);
  const own = setpoints.filter(({ type }) => type === mode);
  if (own.length > 0) return own;
  if (mode === 'Off') return setpoints.slice(0, 1);
  const bounds = ['Heat', 'Cool'].flatMap((type) => setpoints.filter((setpoint) => setpoint.type === type));
  return mode === 'Auto' && bounds.length === 2 ? bounds : setpoints;
}

/** Returns the selectable range of a setpoint. It always contains the reported value. */
export function rangeOf({ degrees }: Setpoint): { readonly min: number; readonly max: number } {
  const { min, max } = degrees > WARMER_THAN_HOMES ? FAHRENHEIT : CELSIUS;
  return { min: Math.min(min, degrees), max: Math.max(max, degrees) };
}
