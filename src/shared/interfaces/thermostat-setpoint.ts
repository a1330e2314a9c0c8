import * as v from 'valibot';
import type { Params } from '#shared/home';
import { defineCommand, type CommandTarget, type Expectation } from '#shared/interfaces/interface';
import { readThermostatSetpoint, WARMER_THAN_HOMES } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { expectOnceAwake } from '#shared/interfaces/wake-up';

export { readThermostatSetpoint };

/** The allowed difference in degrees between a reported and a commanded setpoint: less than half of the step of 0.5. */
const SETPOINT_TOLERANCE = 0.24;
/** A device rounds a setpoint by less than these degrees. */
const ROUNDING_CELSIUS = 1;
const ROUNDING_FAHRENHEIT = 2;
/** A smaller difference in degrees is not seen: people read one decimal. */
const SHOWN_DIFFERENCE = 0.05;
/** Milliseconds without a report after which a rounded setpoint is taken as the answer. */
const REST_AFTER_MS = 2000;

/**
 * Expects a setpoint, or another one near it that the device has rounded it to. That of before the command counts only if the device
 * reports it again.
 */
function expectSetpoint(target: CommandTarget, wanted: number, type: string): Expectation {
  const read = (params: Params) => readThermostatSetpoint(params).setpoints[type];
  const before = read(target.params);
  const { unit } = readSensorMultilevel(target.params);
  const isFahrenheit = unit === '°F' || (unit === '' && wanted > WARMER_THAN_HOMES);
  const limit = isFahrenheit ? ROUNDING_FAHRENHEIT : ROUNDING_CELSIUS;
  const offBy = (params: Params) => Math.abs((read(params) ?? Infinity) - wanted);
  const isNear = (params: Params) => offBy(params) < limit;
  const isRounded = (params: Params) => read(params) !== before && isNear(params);
  return {
    ...expectOnceAwake(target, (params) => offBy(params) <= SETPOINT_TOLERANCE),
    rest: { afterMs: REST_AFTER_MS, matches: isRounded, answers: isNear },
    // A value that is no answer brings the command no nearer to its end.
    distance: (params) => (isRounded(params) ? offBy(params) : undefined),
    rounds: (params) => isNear(params) && offBy(params) >= SHOWN_DIFFERENCE
  };
}

/** What a setpoint is for: one word, or words as in "Energy heat" and "Resume (on)". */
const SETPOINT_TYPE = /^[\p{L}\p{N}_][\p{L}\p{N}_ ()/-]{0,63}$/u;

/** `setSetpoint {setpoint, setpointType}` [O]: degrees, and the mode that they apply to. */
export const setSetpoint = defineCommand({
  method: 'setSetpoint',
  mark: 'O',
  args: v.object({
    setpoint: v.pipe(v.number(), v.finite(), v.minValue(-50), v.maxValue(250)),
    setpointType: v.pipe(v.string(), v.regex(SETPOINT_TYPE), v.notValue('__proto__'))
  }),
  sets: ({ setpointType }) => [`currentSetpoints.${setpointType}`],
  apply: (params, { setpoint, setpointType }) => ({
    ...params,
    currentSetpoints: { ...readThermostatSetpoint(params).setpoints, [setpointType]: setpoint }
  }),
  expect: ({ setpoint, setpointType }, target) => expectSetpoint(target, setpoint, setpointType)
});
