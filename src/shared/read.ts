/**
 * Lenient readers of the controller's values. Each takes any JSON value. None of them throws; a value that cannot be
 * read becomes the stated fallback.
 */

/** Reads a finite number, or the same as decimal text; otherwise undefined. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
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
