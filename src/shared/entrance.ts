import type { Device } from '#shared/home';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { LAMP_TYPES } from '#shared/lamp-types';
import { isLock } from '#shared/lock';
import { phraseOf } from '#shared/words';

/** Words of a type, a role or an icon that make what can be moved or switched an entrance. */
const ENTRANCES =
  /\b(garage|barrier|opener|entrance|(auto|sliding|swing|front|back|side|main)?(gate|door)(?!way))/;
/** The same in the name of a shutter or a pulsed switch. The blind of a terrace door is none. */
const NAMED = /(^| )(gate|garage|barrier|opener|вор[оі]т|гараж|шлагбаум|хвірто?к|брам)/;
/** The same in the name of a pulsed switch, which lets somebody in. */
const NAMED_DOORS = /(^| )(door|entrance|двер|вхід)/;
/** What covers a window, in the name of a shutter: "Garage window". "Garage (window side)" is a gate. */
const COVERINGS = '(window|blind|curtain)s?|вік(н|он)\\S?|штор\\S*';
const COVERING = new RegExp(`^(${COVERINGS}) | (${COVERINGS})( \\d+)*$`);
/** Words beside which the others name a place: "Garage light", "Door bell". */
const OTHERS = `${COVERINGS}|(lamp|led|light|bulb|(door)?bell|fan|socket|plug)s?|lighting|світл[оаі]|(світильн|ламп|дзвін)\\S*`;
const OTHER_THING = new RegExp(`^(?!.*(gate|garage|door) opener)(.* )?(${OTHERS})( |$)`);

/** Whether a device can be an entrance at all: it can be switched or moved, and is neither a lock nor a thermostat. */
export const mayBeEntrance = (device: Device): boolean =>
  device.interfaces.some((name) => ['SwitchBinary', 'SwitchMultilevel', 'Shutter'].includes(name)) &&
  !device.interfaces.some((name) => name.startsWith('Thermostat')) &&
  !isLock(device);

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
  if (readSwitchBinary(params).isPulseable) return fits(name, NAMED) || fits(name, NAMED_DOORS);
  return interfaces.includes('Shutter') && fits(name, NAMED, COVERING);
}

function fits(text: string, words: RegExp, others = OTHER_THING): boolean {
  const phrase = phraseOf(text);
  return words.test(phrase) && !others.test(phrase);
}
