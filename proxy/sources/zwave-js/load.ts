import { FAN_INTERFACE, namesFan } from '#shared/fan';
import { COVER, UNKNOWN_LOAD } from '#shared/lamp-types';
import { phraseOf } from '#shared/words';
import { CLASS, FAN_SWITCH, MOTORS, MULTILEVEL, POWER_SWITCH, SOUND_SWITCH } from './classes';
import { alarmInterfacesOf } from './hazards';
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

/** The label and the description of a node's product. What the household calls the node says nothing: "Pump room light" is a lamp. */
export const productOf = ({ deviceConfig, label }: NodeState): string =>
  [deviceConfig.label, deviceConfig.description, label].join(' ');

/** The device class of an endpoint: its own, else that of the node. */
export const classOf = (node: NodeState, endpoint: number): NodeState['deviceClass'] =>
  node.endpoints.find(({ index }) => index === endpoint)?.deviceClass ?? node.deviceClass;

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
  const product = productOf(node);
  const alarms = alarmInterfacesOf(node);
  const isSensitive = alarms.includes('Siren') || alarms.includes('Valve');
  if (isSensitive) return { kind: 'other', interfaces: hasColour ? [UNKNOWN_LOAD] : [] };
  const named = namedIn(product);
  const isFanElsewhere = node.endpoints.some(({ index }) => specificOf(node, index) === FAN_SWITCH);
  const speaksAgainst =
    (named !== undefined && !isFanElsewhere) || commandClassesOf(node).includes(SOUND_SWITCH);
  if ((specific === POWER_SWITCH || hasColour) && !speaksAgainst) return { kind: 'lamp', interfaces: [] };
  const isCertain = !LAMPS.test(phraseOf(product));
  if (named === 'cover' && isCertain) return { kind: 'cover', interfaces: [COVER] };
  if (named === 'garage') return { kind: 'other', interfaces: [UNKNOWN_LOAD], icon: 'garage-door' };
  return { kind: 'other', interfaces: named === 'fan' ? [FAN_INTERFACE, UNKNOWN_LOAD] : [UNKNOWN_LOAD] };
}

/** What the label of a product names that is no lamp; undefined if it names nothing of the kind. */
function namedIn(product: string): 'garage' | 'cover' | 'fan' | 'other' | undefined {
  const phrase = phraseOf(product);
  if (GARAGES.test(phrase)) return 'garage';
  if (COVERS.test(phrase)) return 'cover';
  if (namesFan(product)) return 'fan';
  // A fan with a light has a class for each, or none tells them apart.
  return [OTHER_LOADS, APPLIANCES, /\bfans?\b/].some((words) => words.test(phrase)) ? 'other' : undefined;
}

/** The specific device class of a multilevel switch; 0 for any other device. */
function specificOf(node: NodeState, endpoint: number): number {
  const kind = classOf(node, endpoint);
  return kind?.generic.key === MULTILEVEL ? kind.specific.key : 0;
}

/** The command classes that a node has at any of its endpoints. */
function commandClassesOf({ endpoints, values }: NodeState): readonly number[] {
  return [
    ...endpoints.flatMap(({ commandClasses }) => commandClasses.map(({ id }) => id)),
    ...values.map(({ commandClass }) => commandClass)
  ];
}
