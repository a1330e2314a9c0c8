import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';

/**
 * Version of the schema of a stored value. It is increased if an older version of the program would misread the value, or would ignore a
 * new key that limits somebody, such as a right, a PIN or an end. Older versions refuse the file then. Other new keys need no new version,
 * because older versions keep unknown keys. 0 is the schema of before versions existed. A test has the shape of each version.
 */
export type SchemaVersion = number;

/** Format of a value of version 1 or later. A value of version 0 is stored without this envelope, so that older programs can read it. */
const versionedSchema = v.object({
  schema: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  value: v.unknown()
});

/** Encodes a value as JSON with its version. */
export function encodeVersioned(version: SchemaVersion, value: unknown): Buffer {
  return Buffer.from(JSON.stringify(version === 0 ? value : { schema: version, value }));
}

/** Decodes a stored value. Fails with `unreadable` if it is not JSON, and with `newer` if its version is higher than `known`. */
export function decodeVersioned(
  known: SchemaVersion,
  content: Buffer
): Result<unknown, 'unreadable' | 'newer'> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), content.toString());
  if (!json.success) return fail('unreadable', 'it is not JSON');
  const read = v.safeParse(versionedSchema, json.output);
  if (!read.success) return succeed(json.output);
  const { schema, value } = read.output;
  return schema > known ? fail('newer', `its schema version is ${schema}`) : succeed(value);
}
