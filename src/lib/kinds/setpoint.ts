import type { Params } from '#shared/home';
import { readThermostatMode, readThermostatSetpoint, WARMER_THAN_HOMES } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { setpointTypesOfMode, thermostatModeOf, type ThermostatModeName } from '#shared/thermostat-modes';
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
 * Returns the setpoints that apply now: the current mode's own one, or in `Auto` those of heating and cooling. None in a mode without a
 * setpoint, such as `Off`, and all where no mode is reported.
 */
export function activeSetpointsOf(params: Params): readonly Setpoint[] {
  const setpoints = setpointsOf(params);
  const { mode } = readThermostatMode(params);
  if (!mode) return setpoints;
  const types = setpointTypesOfMode(
    mode,
    setpoints.map(({ type }) => type)
  );
  return types.flatMap((type) => setpoints.filter((setpoint) => setpoint.type === type));
}

/** Returns the setpoint of a tile's stepper: the one that applies; undefined if there is none, or are several. */
export function mainSetpointOf(params: Params): Setpoint | undefined {
  const [only, ...others] = activeSetpointsOf(params);
  return others.length > 0 ? undefined : only;
}

/** Whether a setpoint is for a mode, in any spelling. */
const isFor =
  (name: ThermostatModeName) =>
  ({ type }: Setpoint): boolean =>
    thermostatModeOf(type)?.name === name;

/** Whether a setpoint is that of usual heating. */
export const isHeating = isFor('Heat');

/** Whether a thermostat is off. */
export const isThermostatOff = (params: Params): boolean =>
  thermostatModeOf(readThermostatMode(params).mode ?? '')?.name === 'Off';

/** The degrees that an empty home is heated to, if its thermostat has no setpoint for that. */
const SAVING_CELSIUS = 17;
const SAVING_FAHRENHEIT = 63;
/** Whether a setpoint is for an empty home. */
const isSaving = (setpoint: Setpoint): boolean =>
  isFor('Away')(setpoint) || isFor('EnergySaveHeating')(setpoint);

/**
 * The setpoint that a thermostat has again when it leaves a mode without one, such as `Off`: that of heating, else its first one. Nothing
 * changes it now.
 */
export function restingSetpointOf(params: Params): Setpoint | undefined {
  if (activeSetpointsOf(params).length > 0) return undefined;
  const setpoints = setpointsOf(params);
  return setpoints.find(isHeating) ?? setpoints[0];
}

/** The setpoints of heating, each with that of cooling which it stays below. */
const PAIRS = [
  { heat: 'Heat', cool: 'Cool' },
  { heat: 'Away', cool: 'AwayCooling' }
] as const;

/**
 * Returns the lower setpoint that heating is turned down to when people leave: its own one for that, else 17 °C or 63 °F. Undefined if the
 * thermostat heats no room, is off, or is as low already.
 */
export function savingSetpointOf(params: Params): Setpoint | undefined {
  const heat = activeSetpointsOf(params).find(isHeating);
  if (!heat || isThermostatOff(params)) return undefined;
  const range = rangeOf(heat, params);
  const own = setpointsOf(params).find(isSaving);
  const usual = range.step === FAHRENHEIT.step ? SAVING_FAHRENHEIT : SAVING_CELSIUS;
  const degrees = own?.degrees ?? usual;
  const isOfRoom = range.step === FAHRENHEIT.step || heat.degrees <= CELSIUS.max;
  return isOfRoom && degrees < heat.degrees ? { type: heat.type, degrees } : undefined;
}

/** No target of a home is below this in °F: it is where water freezes. */
const FREEZING_FAHRENHEIT = 32;

/** Returns the unit of a thermostat's targets as far as it says one, or its degrees have only one; empty if that is unknown. */
export function ownTargetUnitOf(params: Params): string {
  const { unit } = readSensorMultilevel(params);
  const all = setpointsOf(params).map(({ degrees }) => degrees);
  if (all.length === 0) return '';
  if (unit === '°C' || unit === '°F') return unit;
  const most = Math.max(...all);
  return most >= CELSIUS.min && most < FREEZING_FAHRENHEIT ? '°C' : '';
}

/**
 * Returns the unit of a thermostat's targets: °C or °F. If it does not say it, what is near decides, and else how many degrees they are.
 * @param nearby the temperature that is shown with it, if it measures none
 * @param degrees a target, if it has none of its own
 */
export function targetUnitOf(params: Params, nearby?: Reading, degrees = 0): '°C' | '°F' {
  const unit = ownTargetUnitOf(params) || readSensorMultilevel(params).unit || nearby?.unit;
  const most = Math.max(degrees, ...setpointsOf(params).map((each) => each.degrees));
  return unit === '°F' || (unit !== '°C' && most > WARMER_THAN_HOMES) ? '°F' : '°C';
}

/**
 * Returns the selectable range of a setpoint. It always contains the reported value. Its unit is that of the thermostat's
 * own sensor, else that of the room's. Where heating and cooling both apply, one stops before the other.
 * @param params of the thermostat
 * @param nearby the room's temperature, if the thermostat measures none
 * @param grid the least step that the thermostat takes, in degrees
 */
export function rangeOf(
  { type, degrees }: Setpoint,
  params: Params = {},
  nearby?: Reading,
  grid = 0
): SetpointRange {
  const isFahrenheit = targetUnitOf(params, nearby, degrees) === '°F';
  const range = isFahrenheit ? FAHRENHEIT : degrees > CELSIUS.max ? WIDE : CELSIUS;
  const { step } = range;
  const name = thermostatModeOf(type)?.name;
  const boundBy = (other?: ThermostatModeName) =>
    other && activeSetpointsOf(params).find(isFor(other))?.degrees;
  const heat = boundBy(PAIRS.find((pair) => pair.cool === name)?.heat);
  const cool = boundBy(PAIRS.find((pair) => pair.heat === name)?.cool);
  const min = heat === undefined ? range.min : (Math.ceil(heat / step) + MIN_GAP_STEPS) * step;
  const max = cool === undefined ? range.max : (Math.floor(cool / step) - MIN_GAP_STEPS) * step;
  return {
    step: Math.max(step, grid),
    min: Math.min(Math.max(range.min, min), degrees),
    max: Math.max(Math.min(range.max, max), degrees)
  };
}
