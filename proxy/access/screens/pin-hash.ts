import * as v from 'valibot';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** A PIN as it is stored: salted and hashed by scrypt. Keys of newer versions are preserved. */
export const pinHashSchema = v.looseObject({ salt: v.string(), hash: v.string() });
export type PinHash = v.InferOutput<typeof pinHashSchema>;

/** Lengths in bytes. */
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Cost of scrypt: 16 MiB of memory, and about 50 ms on a small box. */
const COST = { N: 2 ** 14, r: 8, p: 1 };

/** Hashes a PIN with a new salt. */
export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(pin, salt);
  return { salt: salt.toString('base64url'), hash: hash.toString('base64url') };
}

/** Whether a PIN is the stored one. */
export async function isPin(pin: string, stored: PinHash): Promise<boolean> {
  const hash = await derive(pin, Buffer.from(stored.salt, 'base64url'));
  const expected = Buffer.from(stored.hash, 'base64url');
  return expected.length === hash.length && timingSafeEqual(expected, hash);
}

const derive = (pin: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, COST, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
