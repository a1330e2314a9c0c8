/**
 * Forgiving readers for what a controller says: each takes any JSON value and gives the nearest honest one.
 * Nothing here throws; what cannot be read becomes the stated fallback.
 */

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
