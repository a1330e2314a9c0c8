import type { Device } from '#shared/home';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { LAMP_TYPES } from '#shared/lamp-types';
import { mayBeSensitive, sirenOrValveOf } from '#shared/siren-valve';
import { phraseOf } from '#shared/words';

/** Words of a type, a role or an icon that make what can be moved or switched an entrance. */
const ENTRANCES = /\b(garage|barrier|opener|entrance|gate|door)(?!way)|(gate|door|barrier)s?\b/;
/** Words that contain one of these and mean something else: an outdoor plug. */
const NO_ENTRANCES = /\b(in|out) ?door|(navi|irri|aggre)gate|\b(window|vent|roof|skylight) opener/;
/** Words of the name of a shutter or a pulsed switch that make it an entrance. The blind of a terrace door is none. */
const NAMED =
  /(^| )((front|main|auto|sliding|swing)?gates?( |$)|garage|barrier|opener|(roller|overhead|sectional) ?door|(рол|авто)?вор[оі]т|гараж|шлагбаум|хвірто?к|калит|брам)/;
/** Words of the name of a pulsed switch that make it an entrance: it opens a door. */
const NAMED_DOORS = /(^| )(front|back)?(door|entrance|intercom|двер|вхід|домофон|під ?їзд)/;
/** What covers a window, at an end of the name of a shutter: "Garage window". "Garage (window side)" is a gate. */
const COVERINGS = '(window|blind|curtain|shade|awning)s?|вік(н|он)\\S?|штор\\S*|жалюзі';
const COVERING = new RegExp(
  `^(?!.*(gate|garage door|вор[оі]т))((${COVERINGS}) .*|.* (${COVERINGS})( left| right| лів\\S*| прав\\S*| \\d+)*)$`
);
/** Words beside which the others name a place: "Garage light", "Door bell". */
const OTHERS = `${COVERINGS}|(lamp|led|bulb|(door)?bell|fan|socket|plug|outlet|lantern|chime|heater|pump|camera)s?|\\S*lights?|lighting|світл[оаі]|(світильн|освітл|підсвіт|прожект|ліхтар|люстр|ламп|дзвін|дзвон|розетк|вентил|насос)\\S*`;
const OTHER_THING = new RegExp(`^(?!.*(gate|garage|door) opener)(.* )?(${OTHERS})( |$)`);

/**
 * Whether a device is an entrance, such as a gate, a garage door, a barrier or a door opener: as the household says, else by
 * its type, its role or its icon; by its name only if it is a shutter or a pulsed switch. An entrance is moved alone, and asks
 * before it opens.
 */
export function isEntrance(device: Device): boolean {
  if (!mayBeSensitive(device)) return false;
  const { isEntrance: chosen, isRoomLight } = device;
  return chosen ?? (isRoomLight !== true && (isEntranceByKind(device) || isEntranceByName(device)));
}

/** Whether a device is an entrance by its type, its role or its icon, whatever the household says. */
export const isEntranceByKind = (device: Device): boolean =>
  mayBeSensitive(device) &&
  !LAMP_TYPES.includes(device.type) &&
  [device.type, device.role, device.icon].some(
    (text) => fits(text, ENTRANCES) && !NO_ENTRANCES.test(phraseOf(text))
  );

function isEntranceByName(device: Device): boolean {
  const { type, name, interfaces, params } = device;
  if (LAMP_TYPES.includes(type) || sirenOrValveOf(device)) return false;
  if (readSwitchBinary(params).isPulseable) return fits(name, NAMED) || fits(name, NAMED_DOORS);
  return interfaces.includes('Shutter') && fits(name, NAMED, COVERING);
}

function fits(text: string, words: RegExp, others = OTHER_THING): boolean {
  const phrase = phraseOf(text);
  return words.test(phrase) && !others.test(phrase);
}
