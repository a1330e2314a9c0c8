import type { Device } from '#shared/home';
import { aDevice } from './test-home';

/** All known forms of a lock: name, type and interfaces, as the controller spells them. */
export const LOCK_FORMS: readonly (readonly [form: string, type: string, interfaces: string[]])[] = [
  ['a bare DevDoorLock', 'DevDoorLock', []],
  ['a DevDoorLock with a switch', 'DevDoorLock', ['SwitchBinary']],
  ['a DevLock with a switch', 'DevLock', ['SwitchBinary']],
  ['another type with the interface', 'DevSwitch', ['SwitchBinary', 'DoorLock']],
  ['an interface with a space', 'DevSwitch', ['Switch Binary', 'Door Lock']]
];

/** Other interfaces and parameters of a lock that could move it, or sense something. */
export const EVERYTHING = [
  'SwitchBinary',
  'SwitchMultilevel',
  'Shutter',
  'SwitchColor',
  'SensorBinary',
  'ThermostatMode',
  'ThermostatSetpoint',
  'ThermostatFanMode'
];

/** Locks of every form, and one of each with all of those. */
export function locksOf(params: Device['params'], more: Partial<Device> = {}): readonly Device[] {
  return LOCK_FORMS.flatMap(([, type, interfaces], index) =>
    [interfaces, [...interfaces, ...EVERYTHING]].map((carried, full) =>
      aDevice({ id: 10 * index + full + 1, type, interfaces: carried, params, ...more })
    )
  );
}
