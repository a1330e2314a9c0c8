import type { Device } from '#shared/home';
import { wordsOf } from '#shared/icon-words';
import { FULL_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { isLock } from '#shared/lock';

/** Types whose devices are lamps: documented (2.4) [D], observed [O] or assumed [A]. */
const LAMP_TYPES = ['DevDimmer', 'DecDimmerColor', 'DevDimmerColor', 'DevRGBLight'];

/** Words in an icon's name that make a switch a lamp. */
const LAMP_WORDS = ['lamp', 'bulb', 'lightbulb', 'light', 'chandelier', 'led'];

/** Interfaces of devices that are no lamps, whatever else they have. */
const OTHERS = ['Shutter', 'ThermostatMode', 'ThermostatSetpoint'];

/**
 * Whether a device is one of its room's lights: as the household says, else by its type, its colours or its icon. A lock
 * never is.
 */
export function isLamp(device: Device): boolean {
  const { type, interfaces, icon, isRoomLight } = device;
  const has = (name: string) => interfaces.includes(name);
  if (isLock(device) || OTHERS.some(has)) return false;
  if (isRoomLight !== undefined) return isRoomLight;
  const isSwitched = has('SwitchBinary') || has('SwitchMultilevel');
  const hasLampIcon = wordsOf(icon).some((word) => LAMP_WORDS.includes(word));
  return LAMP_TYPES.includes(type) || (isSwitched && (has('SwitchColor') || hasLampIcon));
}

/** Whether a lamp has a level, and not only on and off. */
export const isDimmer = ({ interfaces }: Pick<Device, 'interfaces'>): boolean =>
  interfaces.includes('SwitchMultilevel');

/** Returns the level of a lamp from 0, which is off, to 99. A lamp without levels has 99 while it is on. Undefined if it is unknown. */
export function lampLevel({ interfaces, params }: Pick<Device, 'interfaces' | 'params'>): number | undefined {
  const level = isDimmer({ interfaces }) ? readLevel(params) : undefined;
  const { isOn } = readSwitchBinary(params);
  return level ?? (isOn === undefined ? undefined : isOn ? FULL_LEVEL : 0);
}

/** Whether a lamp is on and responds. */
export const isLit = (lamp: Device): boolean => lamp.alive && (lampLevel(lamp) ?? 0) > 0;
