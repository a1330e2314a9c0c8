import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';

/**
 * The version of the shape of a stored value. It goes up where a program of before would misread the new shape; keys that it only does
 * not know need no new version, for it keeps them. 0: the shapes that were stored before there were versions.
 */
export type SchemaVersion = number;

/** How a value of version 1 or later lies in its file. One of version 0 lies there bare, so that programs of before can read it. */
const versionedSchema = v.object({
  schema: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  value: v.unknown()
});

/** The bytes of a stored value: JSON, with its version. */
export function encodeVersioned(version: SchemaVersion, value: unknown): Buffer {
  return Buffer.from(JSON.stringify(version === 0 ? value : { schema: version, value }));
}

/** The stored value of bytes: `unreadable` where they are no JSON, `newer` where its version is later than the one known here. */
export function decodeVersioned(
  known: SchemaVersion,
  content: Buffer
): Result<unknown, 'unreadable' | 'newer'> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), content.toString());
  if (!json.success) return fail('unreadable', 'it is no JSON');
  const read = v.safeParse(versionedSchema, json.output);
  if (!read.success) return succeed(json.output);
  const { schema, value } = read.output;
  return schema > known ? fail('newer', `its schema version is ${schema}`) : succeed(value);
}
