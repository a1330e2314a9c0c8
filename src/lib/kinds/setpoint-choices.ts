import type { Reading } from './reading';
import { setpointsOf, type Setpoint } from './setpoint';
import type { Params } from '#shared/home';
import { readThermostatMode } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';

/** What can be chosen for a setpoint, in degrees. */
export interface SetpointRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const CELSIUS: SetpointRange = { min: 5, max: 35, step: 0.5 };
const FAHRENHEIT: SetpointRange = { min: 40, max: 95, step: 1 };
/** For a floor or a boiler in °C, and for degrees that are too warm for a room in °C and too cold for one in °F. */
const WIDE: SetpointRange = { min: CELSIUS.min, max: FAHRENHEIT.max, step: CELSIUS.step };
/** A setpoint above this in an unknown unit is taken as °F. The document has no unit for setpoints [A]. */
const WARMER_THAN_HOMES = 45;

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

/**
 * Returns the selectable range of a setpoint. It always contains the reported value. Its unit is that of the thermostat's
 * own sensor, else that of the room's.
 * @param params of the thermostat
 * @param nearby the room's temperature, if the thermostat measures none
 */
export function rangeOf({ degrees }: Setpoint, params: Params = {}, nearby?: Reading): SetpointRange {
  const unit = readSensorMultilevel(params).unit || nearby?.unit;
  const range = unit === '°F' ? FAHRENHEIT : rangeInCelsius(degrees, unit === '°C');
  return { ...range, min: Math.min(range.min, degrees), max: Math.max(range.max, degrees) };
}

function rangeInCelsius(degrees: number, isCertain: boolean): SetpointRange {
  if (degrees <= CELSIUS.max) return CELSIUS;
  return isCertain || degrees <= WARMER_THAN_HOMES ? WIDE : FAHRENHEIT;
}
