/**
 * Lenient readers of the controller's values. Each takes any JSON value. None of them throws; a value that cannot be
 * read becomes the stated fallback.
 */

/** A number, and the unit that its text ends with; empty for a number without one. */
export interface Quantified {
  readonly number: number;
  readonly unit: string;
}

/** Decimal text with a point or a comma, and a unit such as "°C" or "W/m²". A date is none: a unit has no digits. */
const QUANTITY = /^\s*([+-]?\d+)(?:[.,](\d+))?\s*([\p{L}%°º˚][^\p{Nd}]{0,15})?\s*$/u;
/** One comma and three digits can be 1.234 or 1,234: this is no number. */
const AMBIGUOUS = /^\s*[+-]?\d{1,3},\d{3}(?!\d)/;

/** A longer text is no number: the pattern takes quadratic time for many spaces. */
const MAX_QUANTITY_LENGTH = 64;

/** Reads a finite number, or decimal text with or without a unit: 21.5, "21.5", "21,5", "21.5 °C" [A]. Otherwise undefined. */
export function readQuantity(value: unknown): Quantified | undefined {
  const plain = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof plain === 'number' && Number.isFinite(plain)) return { number: plain, unit: '' };
  if (typeof value !== 'string' || value.length > MAX_QUANTITY_LENGTH || AMBIGUOUS.test(value))
    return undefined;
  const [, whole, fraction = '0', unit = ''] = QUANTITY.exec(value) ?? [];
  return whole === undefined ? undefined : { number: Number(`${whole}.${fraction}`), unit: unit.trim() };
}

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

/** Embeddings, overrides and isolates: they reorder the text around them. */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
/** Characters without a shape, such as zero-width spaces and the blank of Braille. */
const SHAPELESS = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\u2800]*$/u;

/** Removes the characters that reorder a text. Empty if nothing of it can be seen. */
export function readableText(text: string): string {
  return SHAPELESS.test(text) ? '' : text.replace(REORDERING, '');
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
