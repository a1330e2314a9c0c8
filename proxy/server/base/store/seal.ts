import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { copiesIn } from './allocated-file';

/** Length of the encryption key in bytes. */
export const KEY_BYTES = 32;

/** The first byte of each file. */
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
 * Decrypts the content of a file for a name, which of an allocated one is its first copy that can be read. Fails with `unreadable` if any
 * bit, the key or the name differs.
 */
export function unseal(key: Buffer, name: string, file: Buffer): Result<Buffer, 'unreadable'> {
  const [copy, ...others] = copiesIn(file);
  return others.reduce(
    (opened, other) => (opened.ok ? opened : unsealCopy(key, name, other)),
    unsealCopy(key, name, copy)
  );
}

/** A file as a backup has it: of an allocated one the copy that `unseal` reads. */
export const compact = (key: Buffer, name: string, file: Buffer): Buffer =>
  copiesIn(file).find((copy) => unsealCopy(key, name, copy).ok) ?? file;

function unsealCopy(key: Buffer, name: string, sealed: Buffer): Result<Buffer, 'unreadable'> {
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

/** Encodes a value as JSON, and encrypts it for a name. */
export const sealValue = (key: Buffer, name: string, value: unknown): Buffer =>
  seal(key, name, Buffer.from(JSON.stringify(value)));

/** Decrypts, decodes and validates a stored value. It fails as `unseal` and `decode` do. */
export function unsealValue<T>(
  key: Buffer,
  name: string,
  schema: v.GenericSchema<unknown, T>,
  sealed: Buffer
): Result<T, 'unreadable'> {
  const opened = unseal(key, name, sealed);
  return opened.ok ? decode(schema, opened.value) : opened;
}

/** Decodes and validates a stored value. Fails with `unreadable` if it is invalid. */
export function decode<T>(schema: v.GenericSchema<unknown, T>, content: Buffer): Result<T, 'unreadable'> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), content.toString());
  if (!json.success) return fail('unreadable', 'it is not JSON');
  const read = v.safeParse(schema, json.output);
  return read.success ? succeed(read.output) : fail('unreadable', 'its content is invalid');
}
