import * as v from 'valibot';
import { readFlag } from '#shared/read';
import { readableText } from '#shared/readable-text';

/**
 * Lenient schemas of the controller's values, like `#shared/read`. They are separate, since the first screen does not
 * need them.
 */

const decimalId = v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number));

/** A resource's id: a whole number from 0, or the same as decimal text. Any other value is invalid. */
export const id = v.pipe(v.union([v.number(), decimalId]), v.safeInteger(), v.minValue(0));

/** The id of a parent: null if it is missing or invalid. */
export const parent = v.fallback(v.nullable(id), null);

/** The id of a device that a room refers to: like `parent`, and 0 means none [O]. */
export const reference = v.pipe(
  parent,
  v.transform((value) => (value === 0 ? null : value))
);

/** The maximum length of displayed text, in UTF-16 units. The rest is cut off. */
export const MAX_TEXT = 1_024;

/** Displayed text. It is empty if the value is missing, is not a string, or cannot be seen. */
export const text = v.pipe(
  v.fallback(v.string(), ''),
  v.transform((whole) => readableText(whole.length > MAX_TEXT ? whole.slice(0, MAX_TEXT) : whole))
);

/** A sort order: a finite number, or the same as text. 0 if missing. */
export const order = v.fallback(
  v.pipe(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), v.finite()),
  0
);

/** A flag, with the value to use if it is missing or invalid. */
export function flag(absent: boolean) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => readFlag(value) ?? absent)
  );
}

/** Returns what a schema reads from a value; null if the value does not fit. */
export function readBy<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | null {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : null;
}
