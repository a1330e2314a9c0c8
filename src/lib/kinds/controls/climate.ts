import { measure } from '$lib/i18n/number';
import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import type { Tone } from '$lib/components/tone';
import type { Control } from '../control';
import type { Params } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readThermostatMode } from '#shared/interfaces/readings';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';

const INTERFACES = ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState', 'ThermostatFanMode'];

/** The operating states observed in use [O]. Others are shown as the controller names them. */
const STATES: ReadonlyMap<string, { readonly label: PlainKey; readonly tone: Tone }> = new Map([
  ['Idle', { label: 'device.idle', tone: 'neutral' }],
  ['Heating', { label: 'device.heating', tone: 'heating' }],
  ['Cooling', { label: 'device.cooling', tone: 'cooling' }]
]);

const MODES: ReadonlyMap<string, PlainKey> = new Map([
  ['Off', 'mode.Off'],
  ['Heat', 'mode.Heat'],
  ['Cool', 'mode.Cool'],
  ['Auto', 'mode.Auto']
]);

/** Returns the label of a thermostat mode. An unknown mode is shown as the controller names it. */
export function modeLabel(mode: string): string {
  const key = MODES.get(mode);
  return key ? t(key) : mode;
}

/** The operating state, or the mode if that is unknown or `Off`. */
function stateLabel(params: Params): string | undefined {
  const { state } = readThermostatOperatingState(params);
  const { mode } = readThermostatMode(params);
  if (mode === 'Off') return modeLabel(mode);
  const known = state === undefined ? undefined : STATES.get(state);
  if (known) return t(known.label);
  return state ?? (mode === undefined ? undefined : modeLabel(mode));
}

/** A thermostat: the measured temperature and what the device does. The setpoint is shown by its own control. */
export const climateControl: Control = {
  name: 'climate',
  fits: ({ interfaces }) => INTERFACES.some((name) => interfaces.includes(name)),
  isActive: (device) => climateControl.tone(device) !== 'neutral',
  summary({ params }, nearby) {
    const { value, unit } = readSensorMultilevel(params);
    const measured = value === undefined ? nearby : { value, unit };
    const parts = [measured && measure(measured.value, measured.unit), stateLabel(params)].filter(
      (part) => part !== undefined
    );
    return parts.length > 0 ? parts.join(' · ') : t('value.none');
  },
  tone({ params }) {
    const { state } = readThermostatOperatingState(params);
    return (state === undefined ? undefined : STATES.get(state)?.tone) ?? 'neutral';
  }
};
