/**
 * Lenient readers of the controller's values. Each takes any JSON value. None of them throws; a value that cannot be
 * read becomes the stated fallback.
 */

/** A number, and the unit that its text ends with; empty for a number without one. */
export interface Quantified {
  readonly number: number;
  readonly unit: string;
}

/** A unit at the end of a text, such as "°C" or "W/m²". It has no digits, so a date has none. */
const UNIT = /[\p{L}%°º˚]\D{0,15}$/u;
/** One comma and three digits can be 1.234 or 1,234: this is no number. */
const AMBIGUOUS = /^\s*[+-]?\d+,\d{3}\s*$/;
/** A longer text is no number. */
const MAX_QUANTITY_LENGTH = 64;

/** The minus that typography writes (U+2212). */
const TRUE_MINUS = '−';

/**
 * Reads a finite number, or decimal text with or without a unit: 21.5, "21.5", "21,5", "−5.2 °C" with either minus [A].
 * Otherwise undefined.
 */
export function readQuantity(value: unknown): Quantified | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? finite(value, '') : undefined;
  if (value.length > MAX_QUANTITY_LENGTH) return undefined;
  const [unit = ''] = UNIT.exec(value) ?? [];
  const digits = value.slice(0, value.length - unit.length).replace(TRUE_MINUS, '-');
  if (digits.trim() === '' || AMBIGUOUS.test(digits)) return undefined;
  return finite(Number(digits.replace(',', '.')), unit.trim());
}

const finite = (number: number, unit: string): Quantified | undefined =>
  Number.isFinite(number) ? { number, unit } : undefined;

/** Reads a number as `readQuantity` does, without its unit; otherwise undefined. */
export function readNumber(value: unknown): number | undefined {
  return readQuantity(value)?.number;
}

/** The end of the year 9999, in ms since the epoch. */
const MAX_TIME_MS = Date.UTC(10_000, 0, 1) - 1;

/** Whether a number of ms since the epoch is a time that can be formatted. `Date` has none far in the future. */
export const isTime = (ms: number): boolean => Math.abs(ms) <= MAX_TIME_MS;

/** Reads a boolean: true or false, 1 or 0, or those as text; otherwise undefined. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false') return false;
  return undefined;
}

/** Reads a string; otherwise undefined. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads the strings of a list, in their order. A list as JSON text is parsed; any other value gives an empty list. */
export function readTexts(value: unknown): string[] {
  const list = readJson(value);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Reads the finite numbers of an object by their keys. An object as JSON text is parsed; `__proto__` and other values
 * are left out.
 */
export function readNumbers(value: unknown): Record<string, number> {
  const numbers: Record<string, number> = {};
  const object = readJson(value);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return numbers;
  for (const [key, entry] of Object.entries(object)) {
    const number = readNumber(entry);
    if (number !== undefined && key !== '__proto__') numbers[key] = number;
  }
  return numbers;
}

/** Parses JSON text. The document gives some parameters the type "json": they can be a value or its text [D]. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}
