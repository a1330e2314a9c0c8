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

/** The groups of a room's devices, in the order in which they stand. */
export const GROUPS = ['lights', 'switches', 'shutters', 'climate', 'sensors', 'others'] as const;
export type Group = (typeof GROUPS)[number];

/** What a device's type adds to what its interfaces can do: where it stands, its picture, and which control comes first. */
export interface Kind {
  readonly group: Group;
  readonly icon: IconName;
  /** The control on the tile; where the interfaces don't make it up, the first one that they do. */
  readonly control: ControlName | null;
}

/** Every control, the more telling ones first: of several that fit an unknown device, the first is its main one. */
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

/** Every device type that this build knows: documented (2.4) [D], observed in use [O], or likely to come [A]. A new one is one line here. Locks are known by `isLock`. */
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
  // The ImperiHome Standard System's [A]
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

/** What a type that nobody knows yet is taken for, by the control that its interfaces make up. */
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

/** What a lock has on a tile and a sheet, whatever else its interfaces make up: nothing that could move it. */
const LOCK_CONTROLS: readonly Control[] = [lockControl, contactControl, measurementControl];

/** The controls that a device's interfaces make up, its kind's own first. A lock has none that could move it. */
export function controlsOf(device: Device): readonly Control[] {
  if (isLock(device)) return LOCK_CONTROLS.filter((control) => control.fits(device));
  const fitting = CONTROLS.filter((control) => control.fits(device));
  const main = fitting.find(({ name }) => name === KINDS.get(device.type)?.control);
  return main ? [main, ...fitting.filter((control) => control !== main)] : fitting;
}

/** The control on a device's tile; undefined where nothing is known of it. */
export function mainControlOf(device: Device): Control | undefined {
  return controlsOf(device)[0];
}

/** A device's kind: by its type, and where the type says nothing, by its interfaces. Every device has one. */
export function kindOf(device: Device): Kind {
  if (isLock(device)) return KINDS_BY_CONTROL.lock;
  const known = KINDS.get(device.type);
  if (known && known !== unknown) return known;
  const control = mainControlOf(device);
  return control ? KINDS_BY_CONTROL[control.name] : unknown;
}
