import type { Tone } from '$lib/components/tone';
import type { Control } from '../control';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';

const INTERFACES = ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState', 'ThermostatFanMode'];

/** The tones of operating states observed in use [O]. */
const TONES: ReadonlyMap<string, Tone> = new Map([
  ['Heating', 'heating'],
  ['Cooling', 'cooling']
]);

/** A thermostat: the measured temperature and what the device does. The setpoint is shown by its own control. */
export const climateControl: Control = {
  name: 'climate',
  fits: ({ interfaces }) => INTERFACES.some((name) => interfaces.includes(name)),
  isActive: (device) => climateControl.tone(device) !== 'neutral',
  tone({ params }) {
    const { state } = readThermostatOperatingState(params);
    return TONES.get(state ?? '') ?? 'neutral';
  }
};
