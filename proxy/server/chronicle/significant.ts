import { isSame } from '#shared/changes';
import type { Device, Params } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';
import { readNumbers } from '#shared/read';

/** The parameters whose changes people want to know of: what a device does, opens or warns of. Measured values are none. */
const SINGLE = ['Status', 'Level', 'Tripped', 'Armed', 'currentMode', 'currentFanMode'] as const;
/** The same of parameters with several numbers by name. */
const NUMBERS = ['currentSetpoints', 'currentComponentValues'] as const;

/** Maximum length of a text or a name that is remembered. */
const MAX_TEXT_LENGTH = 64;
/** Maximum count of the numbers of one parameter that are remembered. */
const MAX_NUMBERS = 16;

/**
 * The values of a device that matter for what happened, as far as pages word them: a controller can send anything. A meter or a sensor of
 * measured values has none.
 */
export function significantValues({ params, interfaces }: Device): Params {
  const isMeasured = interfaces.includes('SensorMultilevel') && !interfaces.includes('SwitchMultilevel');
  const single = SINGLE.flatMap((name): [string, unknown][] => {
    const value = name === 'Level' ? (readLevel(params) ?? params[name]) : params[name];
    return isWorded(value) && !(isMeasured && name === 'Level') ? [[name, value]] : [];
  });
  const numbers = NUMBERS.flatMap((name): [string, unknown][] => {
    const value = Object.hasOwn(params, name) ? readNumbers(params[name]) : {};
    const names = Object.keys(value);
    return names.length > 0 && names.length <= MAX_NUMBERS && names.every(isWorded) ? [[name, value]] : [];
  });
  return Object.fromEntries([...single, ...numbers]);
}

/** Whether a value is a boolean, a number or a short text. */
const isWorded = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TEXT_LENGTH
    : typeof value === 'boolean' || Number.isFinite(value);

/** The values that differ, with their names. */
export const changedValues = (before: Params, after: Params): readonly [name: string, value: unknown][] =>
  Object.entries(after).filter(([name, value]) => !isSame(value, before[name]));
