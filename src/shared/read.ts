import * as v from 'valibot';

/**
 * Forgiving readers for what a controller says: each takes any JSON value and gives the nearest honest one.
 * Nothing here throws; what cannot be read becomes the stated fallback.
 */

const decimalId = v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number));

/** A resource's id: a whole number from 0, or the same as a decimal string. Anything else does not parse. */
export const id = v.pipe(v.union([v.number(), decimalId]), v.safeInteger(), v.minValue(0));

/** The id of what a thing lies in: null where none is named or what is named cannot be an id. */
export const parent = v.fallback(v.nullable(id), null);

/** The id of a device that speaks for a room: as `parent`, and 0 stands for none too [O]. */
export const reference = v.pipe(
  parent,
  v.transform((value) => (value === 0 ? null : value))
);

/** No text that people read is longer, in UTF-16 units: the rest is left out. */
const MAX_TEXT = 1_024;

/** User text. Missing or not text: empty. */
export const text = v.pipe(
  v.fallback(v.string(), ''),
  v.transform((whole) => (whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT) : whole))
);

/** A whole number that places things in order. Missing: 0. */
export const order = v.fallback(
  v.pipe(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), v.finite()),
  0
);

/** A finite number, or the same as decimal text; otherwise undefined. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A truth as controllers spell it: a boolean, 0 or 1, or those as text; otherwise undefined. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false') return false;
  return undefined;
}

/** A flag whose absence has a meaning of its own. */
export function flag(absent: boolean) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => readFlag(value) ?? absent)
  );
}

/** Text, or undefined. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The strings of a list, in their order; a value that is no list has none. A list as JSON text counts as one. */
export function readTexts(value: unknown): string[] {
  const list = readJson(value);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/** The finite numbers of an object by their keys; keys that are no own property or no number are left out. */
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

/** The document calls some parameters "json": they may come as a value or as that value's text [D]. */
function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}
