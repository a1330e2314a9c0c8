import { isFan } from '#shared/fan';
import type { Device } from '#shared/home';
import { LAMP_TYPES, UNKNOWN_LOAD } from '#shared/lamp-types';
import { isLock } from '#shared/lock';
import { sensitiveKindOf } from '#shared/sensitive';
import { wordsOf } from '#shared/words';

/** Words in an icon's name that make a switch a lamp. */
const LAMP_WORDS = ['lamp', 'bulb', 'lightbulb', 'light', 'chandelier', 'led'];

/** Interfaces of devices that are no lamps, whatever else they have. */
const OTHERS = ['Shutter', 'ThermostatMode', 'ThermostatSetpoint'];

/**
 * Whether a device is one of its room's lights: as the household says, else by its type, its colours or its icon. A lock, an
 * entrance, a siren, a valve, or what only shows its state never is. A fan is none, and neither is a load that nobody knows, before the
 * household says so.
 */
export function isLamp(device: Device): boolean {
  const { type, interfaces, icon, isRoomLight, touch } = device;
  const has = (name: string) => interfaces.includes(name);
  if (touch === 'show' || isLock(device) || sensitiveKindOf(device) || OTHERS.some(has)) return false;
  if (isRoomLight !== undefined) return isRoomLight;
  const isSwitched = has('SwitchBinary') || has('SwitchMultilevel');
  const hasLampIcon = wordsOf(icon).some((word) => LAMP_WORDS.includes(word));
  if (isFan(device)) return false;
  if (isSwitched && hasLampIcon) return true;
  return !has(UNKNOWN_LOAD) && (LAMP_TYPES.includes(type) || (isSwitched && has('SwitchColor')));
}

/** Whether it is not known what a device dims, and the household has not said it yet: "It is a light" is offered. */
export const isUnknownLoad = (device: Device): boolean =>
  device.interfaces.includes(UNKNOWN_LOAD) &&
  device.isRoomLight === undefined &&
  device.touch !== 'show' &&
  !isLamp(device) &&
  !sensitiveKindOf(device);
