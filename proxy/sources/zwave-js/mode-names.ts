import {
  thermostatFanModeName,
  thermostatFanModeOf,
  thermostatModeName,
  thermostatModeOf
} from '#shared/thermostat-modes';
import { CLASS } from './classes';
import type { NodeValue } from './protocol';

/** The maximum length of a name, so that a command can carry it. */
const MAX_NAME = 48;
/** What a name does not have, since a setpoint's name is a part of a command. */
const SIGNS = /[^\p{L}\p{N}_ ()/-]/gu;

/** How the modes of a value are named: by number, for what the table has, and whether a name is one of the table's. */
interface Naming {
  readonly nameOf: (number: number) => string | undefined;
  readonly isKnown: (name: string) => boolean;
  /** Names what has no label either. */
  readonly fallback: string;
}

const THERMOSTAT: Naming = {
  nameOf: thermostatModeName,
  isKnown: (name) => thermostatModeOf(name) !== undefined,
  fallback: 'Mode'
};
const FAN: Naming = {
  nameOf: thermostatFanModeName,
  isKnown: (name) => thermostatFanModeOf(name) !== undefined,
  fallback: 'Mode'
};
const SETPOINT: Naming = { ...THERMOSTAT, fallback: 'Setpoint' };

const namingOf = ({ commandClass }: NodeValue): Naming =>
  commandClass === CLASS.thermostatFanMode ? FAN : THERMOSTAT;

/** Names numbers by the table, others by the driver's label. No two names are alike, and no label is taken for a mode of the table. */
function namesOf(
  labels: readonly (readonly [number: number, label: string])[],
  { nameOf, isKnown, fallback }: Naming
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const [number, label] of labels) {
    const written = label.replace(SIGNS, '').trim().slice(0, MAX_NAME);
    const isWritten = /^[\p{L}\p{N}]/u.test(written);
    const ofTable = nameOf(number);
    let name = ofTable ?? (isWritten ? written : `${written || fallback} ${number}`);
    // A label may be what another one became with its number.
    while (ofTable === undefined && (isKnown(name) || taken.has(name))) name += ` ${number}`;
    taken.add(name);
    names.set(number, name);
  }
  return names;
}

/** Returns the names of the modes of a thermostat or its fan, by their numbers. */
export function modeNamesOf(value: NodeValue): ReadonlyMap<number, string> {
  const labels = Object.entries(value.metadata.states).map(([key, label]) => [Number(key), label] as const);
  return namesOf(labels, namingOf(value));
}

/** Returns the name of the present mode of a thermostat or its fan, also of one that the driver has no label for; undefined if unknown. */
export function presentModeOf(value: NodeValue): string | undefined {
  const number = value.value;
  if (typeof number !== 'number') return undefined;
  const { nameOf, fallback } = namingOf(value);
  return modeNamesOf(value).get(number) ?? nameOf(number) ?? `${fallback} ${number}`;
}

/**
 * Returns the number of the mode that a command names: by its name, else by the driver's label or another spelling, as stored commands have
 * it. Undefined if the device has no such mode.
 */
export function modeNumberOf(value: NodeValue, mode: unknown): number | undefined {
  if (typeof mode !== 'string') return undefined;
  const names = modeNamesOf(value);
  const numbers = [...names.keys()];
  const isFan = value.commandClass === CLASS.thermostatFanMode;
  const spelled = (isFan ? thermostatFanModeOf(mode) : thermostatModeOf(mode))?.number;
  return (
    numbers.find((number) => names.get(number) === mode) ??
    numbers.find((number) => value.metadata.states[number] === mode) ??
    numbers.find((number) => number === spelled)
  );
}

/** "Not supported": no setpoint of a device. */
const NO_SETPOINT = 0;

/** Returns setpoints with their names: a mode and its setpoint have one name. */
export function setpointNamesOf(
  setpoints: readonly NodeValue[]
): readonly (readonly [name: string, setpoint: NodeValue])[] {
  const typed = setpoints.flatMap((each) => {
    const type = Number(each.propertyKey);
    return Number.isInteger(type) && type !== NO_SETPOINT ? [[type, each] as const] : [];
  });
  const names = namesOf(
    typed.map(([type, { propertyKeyName }]) => [type, propertyKeyName] as const),
    SETPOINT
  );
  return typed.map(([type, each]) => [names.get(type) ?? '', each] as const);
}
