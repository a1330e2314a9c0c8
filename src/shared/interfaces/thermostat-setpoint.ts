import * as v from 'valibot';
import { defineCommand, type Interface } from '#shared/interfaces/interface';
import { readThermostatSetpoint } from '#shared/interfaces/readings';
import { expectOnceAwake } from '#shared/interfaces/wake-up';

export { readThermostatSetpoint };

/** The allowed difference in degrees between a reported and a commanded setpoint: less than half of the step of 0.5. */
const SETPOINT_TOLERANCE = 0.24;

/** `setSetpoint {setpoint, setpointType}` [O]: degrees, and the mode that they apply to. */
export const setSetpoint = defineCommand({
  method: 'setSetpoint',
  mark: 'O',
  args: v.object({
    setpoint: v.pipe(v.number(), v.finite(), v.minValue(-50), v.maxValue(250)),
    setpointType: v.pipe(v.string(), v.regex(/^\w{1,64}$/), v.notValue('__proto__'))
  }),
  sets: ({ setpointType }) => [`currentSetpoints.${setpointType}`],
  apply: (params, { setpoint, setpointType }) => ({
    ...params,
    currentSetpoints: { ...readThermostatSetpoint(params).setpoints, [setpointType]: setpoint }
  }),
  expect: ({ setpoint, setpointType }, target) =>
    expectOnceAwake(target, (params) => {
      const degrees = readThermostatSetpoint(params).setpoints[setpointType];
      return degrees !== undefined && Math.abs(degrees - setpoint) <= SETPOINT_TOLERANCE;
    })
});

/** Thermostat Setpoint: the target temperatures, and the command that sets them. */
export const thermostatSetpoint: Interface = {
  name: 'ThermostatSetpoint',
  read: readThermostatSetpoint,
  commands: [setSetpoint]
};
