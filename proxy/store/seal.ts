import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fail, succeed, type Result } from '#shared/errors';
import * as v from 'valibot';

/** Length of the encryption key in bytes. */
export const KEY_BYTES = 32;

/**
 * The first byte of each file. It stays 1, because nothing can tell a newer kind of seal from a damaged byte: newer formats say so inside,
 * by their schema version.
 */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

const CIPHER = 'aes-256-gcm';

/** Additional authenticated data: version and name, so that no file can be swapped for another. */
const boundTo = (name: string) => Buffer.from(`mantel ${VERSION} ${name}`);

/** Encrypts bytes for a name. The result is version, nonce, tag, and the AES-256-GCM ciphertext. */
export function seal(key: Buffer, name: string, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(name));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts the content for a name. Fails with `unreadable` if any bit, the key or the name differs.
 */
export function unseal(key: Buffer, name: string, sealed: Buffer): Result<Buffer, 'unreadable'> {
  if (sealed[0] !== VERSION) return fail('unreadable', 'it is not an encrypted file');
  if (sealed.length < HEAD_BYTES) return fail('unreadable', 'it is truncated');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(boundTo(name)).setAuthTag(tag);
  try {
    return succeed(Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]));
  } catch {
    return fail('unreadable', 'it was changed, or the key is a different one');
  }
}

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

/** Encodes a value as JSON with its version, and encrypts it for a name. */
export function sealValue(key: Buffer, name: string, version: SchemaVersion, value: unknown): Buffer {
  return seal(key, name, Buffer.from(JSON.stringify(version === 0 ? value : { schema: version, value })));
}

/** Decrypts, decodes and validates a stored value. It fails as `unseal` and `decode` do. */
export function unsealValue<T>(
  key: Buffer,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  version: SchemaVersion,
  sealed: Buffer
): Result<T, 'unreadable' | 'newer'> {
  const opened = unseal(key, name, sealed);
  return opened.ok ? decode(schema, opened.value, version) : opened;
}

/** Decodes and validates a stored value. Fails with `unreadable` if it is invalid, and with `newer` if its version is higher. */
export function decode<T>(
  schema: v.GenericSchema<unknown, T>,
  content: Buffer,
  version: SchemaVersion
): Result<T, 'unreadable' | 'newer'> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), content.toString());
  if (!json.success) return fail('unreadable', 'it is not JSON');
  const { success: isVersioned, output } = v.safeParse(versionedSchema, json.output);
  if (isVersioned && output.schema > version) return fail('newer', `its schema version is ${output.schema}`);
  const read = v.safeParse(schema, isVersioned ? output.value : json.output);
  return read.success ? succeed(read.output) : fail('unreadable', 'its content is invalid');
}
