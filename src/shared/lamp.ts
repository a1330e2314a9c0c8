import type { Device } from '#shared/home';
import { LAMP_TYPES } from '#shared/lamp-types';
import { isLock } from '#shared/lock';
import { sensitiveKindOf } from '#shared/sensitive';
import { wordsOf } from '#shared/words';

/** Words in an icon's name that make a switch a lamp. */
const LAMP_WORDS = ['lamp', 'bulb', 'lightbulb', 'light', 'chandelier', 'led'];

/** Interfaces of devices that are no lamps, whatever else they have. */
const OTHERS = ['Shutter', 'ThermostatMode', 'ThermostatSetpoint'];

/**
 * Whether a device is one of its room's lights: as the household says, else by its type, its colours or its icon. A lock, an
 * entrance, a siren, a valve, or what only shows its state never is.
 */
export function isLamp(device: Device): boolean {
  const { type, interfaces, icon, isRoomLight, touch } = device;
  const has = (name: string) => interfaces.includes(name);
  if (touch === 'show' || isLock(device) || sensitiveKindOf(device) || OTHERS.some(has)) return false;
  if (isRoomLight !== undefined) return isRoomLight;
  const isSwitched = has('SwitchBinary') || has('SwitchMultilevel');
  const hasLampIcon = wordsOf(icon).some((word) => LAMP_WORDS.includes(word));
  return LAMP_TYPES.includes(type) || (isSwitched && (has('SwitchColor') || hasLampIcon));
}
