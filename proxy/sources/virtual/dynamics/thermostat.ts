import type { Params } from '#shared/home';
import { readThermostatMode } from '#shared/interfaces/thermostat-mode';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { readThermostatSetpoint } from '#shared/interfaces/thermostat-setpoint';

/** Difference from the setpoint at which a thermostat starts to heat or cool, in °C. */
const DEADBAND = 0.2;

/** What a thermostat does [O]. */
type OperatingState = 'Idle' | 'Heating' | 'Cooling';

/** The operating state of a thermostat at a room temperature in °C. It heats or cools until the setpoint is reached. */
export function operatingStateAt(params: Params, temperature: number): OperatingState {
  const { mode } = readThermostatMode(params);
  const { state } = readThermostatOperatingState(params);
  const { Heat = -Infinity, Cool = Infinity } = readThermostatSetpoint(params).setpoints;
  const heatBelow = state === 'Heating' ? Heat : Heat - DEADBAND;
  const coolAbove = state === 'Cooling' ? Cool : Cool + DEADBAND;
  if ((mode === 'Heat' || mode === 'Auto') && temperature < heatBelow) return 'Heating';
  if ((mode === 'Cool' || mode === 'Auto') && temperature > coolAbove) return 'Cooling';
  return 'Idle';
}
