import type { Params } from '#shared/home';
import { readThermostatMode, readThermostatSetpoint, WARMER_THAN_HOMES } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import type { Reading } from './reading';

/** A target temperature: the mode that it applies to, as the controller names it, and degrees. */
export interface Setpoint {
  readonly type: string;
  readonly degrees: number;
}

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
/** The least distance between the targets of heating and cooling, in steps: 1 °C or 2 °F. */
const MIN_GAP_STEPS = 2;

/** Returns all setpoints of a thermostat, in the controller's order. */
export const setpointsOf = (params: Params): readonly Setpoint[] =>
  Object.entries(readThermostatSetpoint(params).setpoints).map(([type, degrees]) => ({ type, degrees }));

/**
 * Returns the setpoints that apply now: the current mode's own one, or in `Auto` those of heating and cooling. While the
 * thermostat is off it is the first one. In a mode without a setpoint, all of them.
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

/** Returns the setpoint of a tile's stepper: the one that applies; undefined if there is none, or are several. */
export function mainSetpointOf(params: Params): Setpoint | undefined {
  const [only, ...others] = activeSetpointsOf(params);
  return others.length > 0 ? undefined : only;
}

/** Whether a setpoint is that of usual heating. */
export const isHeating = ({ type }: Setpoint): boolean => type === 'Heat';

/** The degrees that an empty home is heated to, if its thermostat has no setpoint for that. */
const SAVING_CELSIUS = 17;
const SAVING_FAHRENHEIT = 63;
/** Setpoints for an empty home, as controllers name them [A]. */
const SAVING_TYPES: readonly string[] = ['Away', 'EnergySaveHeating'];

/**
 * Returns the lower setpoint that heating is turned down to when people leave: its own one for that, else 17 °C or 63 °F. Undefined if the
 * thermostat heats no room, is off, or is as low already.
 */
export function savingSetpointOf(params: Params): Setpoint | undefined {
  const heat = activeSetpointsOf(params).find(isHeating);
  if (!heat || readThermostatMode(params).mode === 'Off') return undefined;
  const range = rangeOf(heat, params);
  const own = setpointsOf(params).find(({ type }) => SAVING_TYPES.includes(type));
  const usual = range.step === FAHRENHEIT.step ? SAVING_FAHRENHEIT : SAVING_CELSIUS;
  const degrees = own?.degrees ?? usual;
  const isOfRoom = range.step === FAHRENHEIT.step || heat.degrees <= CELSIUS.max;
  return isOfRoom && degrees < heat.degrees ? { type: heat.type, degrees } : undefined;
}

/**
 * Returns the selectable range of a setpoint. It always contains the reported value. Its unit is that of the thermostat's
 * own sensor, else that of the room's. Where heating and cooling both apply, one stops before the other.
 * @param params of the thermostat
 * @param nearby the room's temperature, if the thermostat measures none
 */
export function rangeOf({ type, degrees }: Setpoint, params: Params = {}, nearby?: Reading): SetpointRange {
  const unit = readSensorMultilevel(params).unit || nearby?.unit;
  const isFahrenheit = unit === '°F' || (unit !== '°C' && degrees > WARMER_THAN_HOMES);
  const range = isFahrenheit ? FAHRENHEIT : degrees > CELSIUS.max ? WIDE : CELSIUS;
  const { step } = range;
  const boundBy = (other: string) => activeSetpointsOf(params).find((each) => each.type === other)?.degrees;
  const heat = type === 'Cool' ? boundBy('Heat') : undefined;
  const cool = type === 'Heat' ? boundBy('Cool') : undefined;
  const min = heat === undefined ? range.min : (Math.ceil(heat / step) + MIN_GAP_STEPS) * step;
  const max = cool === undefined ? range.max : (Math.floor(cool / step) - MIN_GAP_STEPS) * step;
  return {
    step,
    min: Math.min(Math.max(range.min, min), degrees),
    max: Math.max(Math.min(range.max, max), degrees)
  };
}
