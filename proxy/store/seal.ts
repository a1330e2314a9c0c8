import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fail, succeed, type Result } from '#shared/errors';

/** Bytes of the key that seals. */
export const KEY_BYTES = 32;

/** The first byte of what is sealed: how the rest is to be read. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

const CIPHER = 'aes-256-gcm';

/** Bound to each seal: the version, and the name, so that no file passes for another. */
const boundTo = (name: string) => Buffer.from(`mantel ${VERSION} ${name}`);

/** Seals bytes under a name: version, nonce, tag, and what AES-256-GCM made of them. */
export function seal(key: Buffer, name: string, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(name));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/**
 * What was sealed under that name; `unreadable` where so much as a bit, the key or the name differs, `newer` where a later version of
 * this program sealed it in another way.
 */
export function unseal(key: Buffer, name: string, sealed: Buffer): Result<Buffer, 'unreadable' | 'newer'> {
  const [version = 0] = sealed;
  if (version > VERSION) return fail('newer', 'a newer version sealed it');
  if (version !== VERSION) return fail('unreadable', 'it does not begin as a sealed file does');
  if (sealed.length < HEAD_BYTES) return fail('unreadable', 'it is cut short');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(boundTo(name)).setAuthTag(tag);
  try {
    return succeed(Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]));
  } catch {
    return fail('unreadable', 'its seal is broken, or the key is another');
  }
}
