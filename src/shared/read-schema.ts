import * as v from 'valibot';
import { readFlag } from '#shared/read';

/** Schemas of the values that a controller says, as forgiving as `#shared/read`. No first screen waits for them. */

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

/** A flag whose absence has a meaning of its own. */
export function flag(absent: boolean) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => readFlag(value) ?? absent)
  );
}
