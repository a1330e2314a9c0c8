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

const dimmer: Kind = { group: 'lights', icon: 'bulb', control: 'level' };
const colourLamp: Kind = { group: 'lights', icon: 'colour', control: 'colour' };
const sensor = (icon: IconName): Kind => ({ group: 'sensors', icon, control: 'measurement' });
const unknown: Kind = { group: 'others', icon: 'unknown', control: null };

/** Every device type that this build knows: documented (2.4) [D], and observed in use [O]. A new one is one line here. Locks are known by `isLock`. */
export const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['DevGateway', { group: 'others', icon: 'gateway', control: null }],
  ['DevSwitch', { group: 'switches', icon: 'switch', control: 'switch' }],
  ['DevDimmer', dimmer],
  ['DevShutter', { group: 'shutters', icon: 'shutter', control: 'shutter' }],
  ['DevSwitchMultilevel', { group: 'switches', icon: 'switch', control: 'level' }],
  ['DevBinarySensor', { group: 'sensors', icon: 'tripped', control: 'contact' }],
  ['DevTemperature', sensor('temperature')],
  ['DevHygrometry', sensor('humidity')],
  ['DevLuminosity', sensor('light')],
  ['DevGenericSensor', sensor('gauge')],
  ['DevThermostat', { group: 'climate', icon: 'thermostat', control: 'climate' }],
  ['DecDimmerColor', colourLamp],
  ['DevUnknown', unknown],
  // [O]
  ['DevDimmerColor', colourLamp],
  ['DevMeter', sensor('power')]
]);

/** What a type that nobody knows yet is taken for, by the control that its interfaces make up. */
const KINDS_BY_CONTROL: Readonly<Record<ControlName, Kind>> = {
  shutter: { group: 'shutters', icon: 'shutter', control: 'shutter' },
  colour: colourLamp,
  climate: { group: 'climate', icon: 'thermostat', control: 'climate' },
  level: { group: 'switches', icon: 'switch', control: 'level' },
  switch: { group: 'switches', icon: 'switch', control: 'switch' },
  contact: { group: 'sensors', icon: 'tripped', control: 'contact' },
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
