import type { Params } from '#shared/home';
import { readText } from '#shared/read';

/** Thermostat OperatingState (document 2.5) [D]: `Idle`, `Heating` or `Cooling` [O]; undefined if unknown. */
export function readThermostatOperatingState(params: Params) {
  return { state: readText(params['currentState']) };
}
