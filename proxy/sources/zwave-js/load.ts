import { FAN_INTERFACE, namesFan } from '#shared/fan';
import { COVER, UNKNOWN_LOAD } from '#shared/lamp-types';
import { CLASS, FAN_SWITCH, MOTORS, MULTILEVEL, POWER_SWITCH, SOUND_SWITCH } from './classes';
import { alarmInterfacesOf } from './hazards';
import { commandClassesOf, deviceClassOf, productPhraseOf } from './node-kind';
import type { NodeState } from './protocol';

/** What an endpoint with levels (command class 38) dims, turns or moves. */
export interface Load {
  readonly kind: 'lamp' | 'cover' | 'other';
  /** Interfaces by which the household's pages know what it is, or that nobody knows it. */
  readonly interfaces: readonly string[];
  /** The name of its icon; absent if its type decides. */
  readonly icon?: string;
}

/** What the label or the description of a product names that is moved. */
const COVERS = /\b(blinds?|(window )?(shades?|coverings?)|shutters?|curtains?|drapes?|drapery|awnings?)\b/;
const GARAGES = /\b(garage|gate opener|gate controller)\b/;
/** What it names beside which levels are none of a lamp. */
const OTHER_LOADS =
  /\b(sounds?|chimes?|(door)?bells?|horns?|pumps?|motors?|locks?|heat(er|ers|ing)?|radiators?|thermo\w*|trv|dampers?)\b|chain actuator|valve/;
/** Drives and appliances whose levels are those of no lamp either. */
const APPLIANCES = /\b(openers?|skylights?|boilers?|stoves?|saunas?|fireplaces?|hvac)\b/;
/** What it names that is dimmed: beside this word a cover or a fan is not certain. */
const LAMPS = /\b(lights?|lamps?|bulbs?|dimmers?|led)\b/;

/** Whether a node regulates a temperature, at any of its endpoints: its levels are those of its valve. */
export const isThermostatNode = (node: NodeState): boolean =>
  commandClassesOf(node).some((id) => id === CLASS.thermostatMode || id === CLASS.thermostatSetpoint);

/**
 * Returns what an endpoint with levels is. It is a lamp only by its device class (17 with 1), or by its colours, and only where nothing else of
 * the node or its product speaks against it. What is unclear is a switch with levels, which is in no action for lights: see `UNKNOWN_LOAD`.
 */
export function loadOf(node: NodeState, endpoint: number, hasColour: boolean): Load {
  const specific = specificOf(node, endpoint);
  if (MOTORS.includes(specific)) return { kind: 'cover', interfaces: [] };
  if (specific === FAN_SWITCH) return { kind: 'other', interfaces: [FAN_INTERFACE] };
  const product = productPhraseOf(node);
  const alarms = alarmInterfacesOf(node);
  const isSensitive = alarms.includes('Siren') || alarms.includes('Valve');
  if (isSensitive) return { kind: 'other', interfaces: hasColour ? [UNKNOWN_LOAD] : [] };
  const named = namedIn(product);
  const isFanElsewhere = node.endpoints.some(({ index }) => specificOf(node, index) === FAN_SWITCH);
  const speaksAgainst =
    (named !== undefined && !isFanElsewhere) || commandClassesOf(node).includes(SOUND_SWITCH);
  if ((specific === POWER_SWITCH || hasColour) && !speaksAgainst) return { kind: 'lamp', interfaces: [] };
  const isCertain = !LAMPS.test(product);
  if (named === 'cover' && isCertain) return { kind: 'cover', interfaces: [COVER] };
  if (named === 'garage') return { kind: 'other', interfaces: [UNKNOWN_LOAD], icon: 'garage-door' };
  return { kind: 'other', interfaces: named === 'fan' ? [FAN_INTERFACE, UNKNOWN_LOAD] : [UNKNOWN_LOAD] };
}

/** What the phrase of a product names that is no lamp; undefined if it names nothing of the kind. */
function namedIn(phrase: string): 'garage' | 'cover' | 'fan' | 'other' | undefined {
  if (GARAGES.test(phrase)) return 'garage';
  if (COVERS.test(phrase)) return 'cover';
  if (namesFan(phrase)) return 'fan';
  // A fan with a light has a class for each, or none tells them apart.
  return [OTHER_LOADS, APPLIANCES, /\bfans?\b/].some((words) => words.test(phrase)) ? 'other' : undefined;
}

/** The specific device class of a multilevel switch; 0 for any other device. */
function specificOf(node: NodeState, endpoint: number): number {
  const kind = deviceClassOf(node, endpoint);
  return kind?.generic.key === MULTILEVEL ? kind.specific.key : 0;
}
