import { isFan } from '#shared/fan';
import { isContact } from '#shared/hazards';
import type { Device } from '#shared/home';
import { isLamp } from '#shared/lamp';
import { isLock } from '#shared/lock';
import { sensitiveKindOf } from '#shared/sensitive';

/** The groups of a room's devices, in their order on the page. */
export const GROUPS = [
  'lights',
  'switches',
  'shutters',
  'entrances',
  'climate',
  'sensors',
  'others'
] as const;
export type Group = (typeof GROUPS)[number];

/** Whether a device has the interfaces for a control, by the control's name. */
type Fits = (device: Device) => boolean;

const has =
  (...names: readonly string[]): Fits =>
  ({ interfaces }) =>
    names.some((name) => interfaces.includes(name));

const hasSpeeds: Fits = (device) => device.interfaces.includes('SwitchMultilevel') && isFan(device);

/**
 * All controls and displays of devices, the most specific ones first: the first one that fits a device of an unknown type
 * is its main control.
 */
const CONTROLS = [
  ['shutter', has('Shutter')],
  ['fan', hasSpeeds],
  ['colour', has('SwitchColor')],
  ['climate', has('ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState', 'ThermostatFanMode')],
  ['level', has('SwitchMultilevel')],
  ['switch', has('SwitchBinary')],
  ['contact', isContact],
  ['measurement', has('SensorMultilevel')],
  ['lock', isLock]
] as const;

/** The names of the controls. */
export type ControlName = (typeof CONTROLS)[number][0];

/** Whether a device has the interfaces for a control. */
export const hasControl = (device: Device, control: ControlName): boolean =>
  CONTROLS.some(([name, fits]) => name === control && fits(device));

/** The name of the icon of a kind of device. */
export type KindIcon =
  | ('switch' | 'shutter' | 'thermostat' | 'bulb' | 'colour' | 'key')
  | ('tripped' | 'door' | 'motion' | 'smoke' | 'leak')
  | ('temperature' | 'humidity' | 'light' | 'gauge' | 'power' | 'co2' | 'noise' | 'rain' | 'uv' | 'wind')
  | ('gateway' | 'scene' | 'camera' | 'unknown');

/** What a device's type adds to its interfaces: the group, the icon and the preferred control. */
export interface Kind {
  readonly group: Exclude<Group, 'entrances'>;
  readonly icon: KindIcon;
  /** The preferred control of the tile. It is used only if the device has the interfaces for it. */
  readonly control: ControlName | null;
}

const plainSwitch: Kind = { group: 'switches', icon: 'switch', control: 'switch' };
const levelSwitch: Kind = { group: 'switches', icon: 'switch', control: 'level' };
const shutter: Kind = { group: 'shutters', icon: 'shutter', control: 'shutter' };
const thermostat: Kind = { group: 'climate', icon: 'thermostat', control: 'climate' };
const dimmer: Kind = { group: 'lights', icon: 'bulb', control: 'level' };
const colourLamp: Kind = { group: 'lights', icon: 'colour', control: 'colour' };
const sensor = (icon: KindIcon, control: ControlName = 'measurement'): Kind => ({
  group: 'sensors',
  icon,
  control
});
const other = (icon: KindIcon): Kind => ({ group: 'others', icon, control: null });
const unknown = other('unknown');

/**
 * All known device types: documented (2.4) [D], observed in use [O], or assumed [A]. A new one is one line here. Locks
 * are recognised by `isLock`. Group, icon and control are part of `modelOf`, which is stored.
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
  fan: levelSwitch,
  colour: colourLamp,
  climate: thermostat,
  level: levelSwitch,
  switch: plainSwitch,
  contact: sensor('tripped', 'contact'),
  measurement: sensor('gauge'),
  lock: { group: 'others', icon: 'key', control: 'lock' }
};

/** The controls that a lock may have. None of them sends commands. */
const LOCK_CONTROLS: readonly ControlName[] = ['lock', 'contact', 'measurement'];

/** Returns the names of a device's controls, its kind's preferred one first. A lock has only controls without commands. */
export function controlsOf(device: Device): readonly ControlName[] {
  const fitting = CONTROLS.filter(([, fits]) => fits(device)).map(([name]) => name);
  if (isLock(device)) return LOCK_CONTROLS.filter((name) => fitting.includes(name));
  // A fan has its speeds in place of levels.
  if (fitting.includes('fan')) return fitting.filter((name) => name !== 'level');
  const main = KINDS.get(device.type)?.control;
  return main && fitting.includes(main) ? [main, ...fitting.filter((name) => name !== main)] : fitting;
}

/** Returns the control of a device's tile; undefined if there is none. */
export function mainControlOf(device: Device): ControlName | undefined {
  const main = KINDS.get(device.type)?.control;
  // Pages ask it of each device several times: mostly this is all that has to be read.
  const isPlain = main && hasControl(device, main) && !isLock(device) && !(main === 'level' && isFan(device));
  return isPlain ? main : controlsOf(device)[0];
}

/** Returns a device's kind: by its type, or by its interfaces if the type is unknown. */
export function kindOf(device: Device): Kind {
  if (isLock(device)) return KINDS_BY_CONTROL.lock;
  const known = KINDS.get(device.type);
  if (known && known !== unknown) return known;
  const control = mainControlOf(device);
  return control ? KINDS_BY_CONTROL[control] : unknown;
}

/**
 * Returns the group of a device. A switch is a light if it is one of its room's lights, and a light that is none is a switch. So is a valve
 * that moves as a shutter does.
 */
export function groupOf(device: Device): Group {
  const sensitive = sensitiveKindOf(device);
  if (sensitive === 'entrance') return 'entrances';
  const { group } = kindOf(device);
  if (sensitive && group === 'shutters') return 'switches';
  if (group !== 'lights' && group !== 'switches') return group;
  return isLamp(device) ? 'lights' : 'switches';
}

/** Whether a device is switched, and is no light, no siren and no valve: a plug. */
export const isPlug = (device: Device): boolean =>
  groupOf(device) === 'switches' && sensitiveKindOf(device) === undefined;

/** Whether leaving turns off a device although it is no light, if the household says so. One that takes no command has no such choice. */
export const mayTurnOffWhenLeaving = (device: Device): boolean => isPlug(device) && device.touch !== 'show';
