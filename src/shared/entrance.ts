import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { LAMP_TYPES } from '#shared/lamp-types';
import { isLock } from '#shared/lock';
import { phraseOf } from '#shared/words';

/** Begins of words that make what can be moved or switched an entrance, in a type, a role or an icon. */
const ENTRANCES = /\b(gate|garage|barrier|door|opener|entrance)(?!way)/;
/** The same in the name of a shutter or a pulsed switch. The blind of a terrace door is none. */
const NAMED = /(^| )(gate|garage|barrier|opener|ворот|воріт|гараж|шлагбаум|хвіртк|брам)/;
/** The same in the name of a pulsed switch, which lets somebody in. */
const NAMED_DOORS = /(^| )(door|entrance|двер|вхід)/;
/** Begins of words beside which the others name a place: "Garage light", "Door bell". */
const OTHER_THINGS =
  /(^| )(lamp|led\b|light|bulb|bell|doorbell|fan\b|socket|plug|window|blind|curtain|світ|ламп|вік|штор|дзвін)/;

/** Whether a device can be an entrance at all: it can be switched or moved, and is neither a lock nor a thermostat. */
export const mayBeEntrance = ({ type, interfaces }: Device): boolean =>
  ['SwitchBinary', 'SwitchMultilevel', 'Shutter'].some((name) => interfaces.includes(name)) &&
  !['ThermostatMode', 'ThermostatSetpoint'].some((name) => interfaces.includes(name)) &&
  !isLock({ type, interfaces });

/**
 * Whether a device is an entrance, such as a gate, a garage door, a barrier or a door opener: as the household says, else by
 * its type, its role or its icon; by its name only if it is a shutter or a pulsed switch. An entrance is moved alone, and asks
 * before it opens.
 */
export function isEntrance(device: Device): boolean {
  if (!mayBeEntrance(device)) return false;
  const { isEntrance: chosen, isRoomLight } = device;
  return chosen ?? (isRoomLight !== true && (isEntranceByKind(device) || isEntranceByName(device)));
}

/** Whether a device is an entrance by its type, its role or its icon, whatever the household says. */
export const isEntranceByKind = (device: Device): boolean =>
  mayBeEntrance(device) &&
  !LAMP_TYPES.includes(device.type) &&
  [device.type, device.role, device.icon].some((text) => fits(text, ENTRANCES));

function isEntranceByName({ name, interfaces, params }: Device): boolean {
  const isPulsed = readSwitchBinary(params).isPulseable;
  return (
    ((isPulsed || interfaces.includes('Shutter')) && fits(name, NAMED)) ||
    (isPulsed && fits(name, NAMED_DOORS))
  );
}

function fits(text: string, words: RegExp): boolean {
  const phrase = phraseOf(text);
  return words.test(phrase) && !OTHER_THINGS.test(phrase);
}

/** Whether a call may open an entrance: it pulses it, switches it on, or moves it up. Closing and stopping never do. */
export function opens({ method, params: given }: CommandCall, { params }: Pick<Device, 'params'>): boolean {
  switch (method) {
    case 'pulse':
      return true;
    case 'setStatus':
      return given['status'] !== false;
    case 'startLevelChange':
      return given['direction'] !== 'down';
    case 'setLevel':
      return Number(given['level']) > (readLevel(params) ?? 0);
    default:
      return false;
  }
}
