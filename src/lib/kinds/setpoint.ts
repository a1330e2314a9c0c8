import type { Params } from '#shared/home';
import { readThermostatMode, readThermostatSetpoint } from '#shared/interfaces/readings';

/** A target temperature: the mode that it applies to, as the controller names it, and degrees. */
export interface Setpoint {
  readonly type: string;
  readonly degrees: number;
}

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
