import type { Control, ControlName } from './control';
import type { IconName } from './device-icons';
import { climateControl } from './controls/climate';
import { colourControl } from './controls/colour';
import { contactControl } from './controls/contact';
import { levelControl } from './controls/level';
import { lockControl } from './controls/lock';
import { measurementControl } from './controls/measurement';
import { shutterControl } from './controls/shutter';
import { switchControl } from './controls/switch';
import type { Device } from '#shared/home';
import { isLock } from '#shared/lock';

/** The groups of a room's devices, in their order on the page. */
export const GROUPS = ['lights', 'switches', 'shutters', 'climate', 'sensors', 'others'] as const;
export type Group = (typeof GROUPS)[number];

/** What a device's type adds to its interfaces: the group, the icon and the preferred control. */
export interface Kind {
  readonly group: Group;
  readonly icon: IconName;
  /** The preferred control of the tile. It is used only if the device has the interfaces for it. */
  readonly control: ControlName | null;
}

/** All controls, the most specific ones first. The first one that fits an unknown device is its main control. */
export const CONTROLS: readonly Control[] = [
  shutterControl,
  colourControl,
  climateControl,
  levelControl,
  switchControl,
  contactControl,
  measurementControl,
  lockControl
];

const plainSwitch: Kind = { group: 'switches', icon: 'switch', control: 'switch' };
const levelSwitch: Kind = { group: 'switches', icon: 'switch', control: 'level' };
const shutter: Kind = { group: 'shutters', icon: 'shutter', control: 'shutter' };
const thermostat: Kind = { group: 'climate', icon: 'thermostat', control: 'climate' };
const dimmer: Kind = { group: 'lights', icon: 'bulb', control: 'level' };
const colourLamp: Kind = { group: 'lights', icon: 'colour', control: 'colour' };
const sensor = (icon: IconName, control: ControlName = 'measurement'): Kind => ({
  group: 'sensors',
  icon,
  control
});
const other = (icon: IconName): Kind => ({ group: 'others', icon, control: null });
const unknown = other('unknown');

/**
 * All known device types: documented (2.4) [D], observed in use [O], or assumed [A]. A new one is one line here. Locks
 * are recognised by `isLock`.
 */
export const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['DevGateway', other('gateway')],
  ['DevSwitch', plainSwitch],
  ['DevDimmer', dimmer],
  ['DevShutter', shutter],
  ['DevSwitchMultilevel', levelSwitch],
  ['DevBinarySensor', sensor('tripped', 'contact')],
  ['DevTemperature', sensor('temperature')],
  ['DevHygrometry', sensor('humidity')],
  ['DevLuminosity', sensor('light')],
  ['DevGenericSensor', sensor('gauge')],
  ['DevThermostat', thermostat],
  ['DecDimmerColor', colourLamp],
  ['DevUnknown', unknown],
  // [O]
  ['DevDimmerColor', colourLamp],
  ['DevMeter', sensor('power')],
  // Of the ImperiHome Standard System [A]
  ['DevScene', other('scene')],
  ['DevCamera', other('camera')],
  ['DevMultiSwitch', plainSwitch],
  ['DevRGBLight', colourLamp],
  ['DevDoor', sensor('door', 'contact')],
  ['DevMotion', sensor('motion', 'contact')],
  ['DevSmoke', sensor('smoke', 'contact')],
  ['DevFlood', sensor('leak', 'contact')],
  ['DevTempHygro', sensor('temperature')],
  ['DevElectricity', sensor('power')],
  ['DevCO2', sensor('co2')],
  ['DevNoise', sensor('noise')],
  ['DevPressure', sensor('gauge')],
  ['DevRain', sensor('rain')],
  ['DevUV', sensor('uv')],
  ['DevWind', sensor('wind')]
]);

/** The kinds of devices with an unknown type, by their main control. */
const KINDS_BY_CONTROL: Readonly<Record<ControlName, Kind>> = {
  shutter,
  colour: colourLamp,
  climate: thermostat,
  level: levelSwitch,
  switch: plainSwitch,
  contact: sensor('tripped', 'contact'),
  measurement: sensor('gauge'),
  lock: { group: 'others', icon: 'key', control: 'lock' }
};

/** The controls that a lock may have. None of them sends commands. */
const LOCK_CONTROLS: readonly Control[] = [lockControl, contactControl, measurementControl];

/** Returns the controls of a device, its kind's preferred one first. A lock has only controls without commands. */
export function controlsOf(device: Device): readonly Control[] {
  if (isLock(device)) return LOCK_CONTROLS.filter((control) => control.fits(device));
  const fitting = CONTROLS.filter((control) => control.fits(device));
  const main = fitting.find(({ name }) => name === KINDS.get(device.type)?.control);
  return main ? [main, ...fitting.filter((control) => control !== main)] : fitting;
}

/** Returns the control of a device's tile; undefined if there is none. */
export function mainControlOf(device: Device): Control | undefined {
  return controlsOf(device)[0];
}

/** Returns a device's kind: by its type, or by its interfaces if the type is unknown. */
export function kindOf(device: Device): Kind {
  if (isLock(device)) return KINDS_BY_CONTROL.lock;
  const known = KINDS.get(device.type);
  if (known && known !== unknown) return known;
  const control = mainControlOf(device);
  return control ? KINDS_BY_CONTROL[control.name] : unknown;
}
