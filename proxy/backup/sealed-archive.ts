import { fail, succeed, type Result } from '#shared/errors';
import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import * as v from 'valibot';
import { KEY_BYTES, seal, unseal } from '../store/seal';
import { splitLine } from './archive';

/** The first line of an encrypted backup. */
const TITLE = 'mantel backup 2';

const SALT_BYTES = 16;

/** Cost parameters of scrypt: 128 MB of memory and about a second on a small box. */
const COST = { n: 2 ** 17, r: 8, p: 1 };

/** Limit on the memory of the key derivation, in bytes. It holds for forged headers too. */
const MAX_MEMORY = 2 ** 30 + 2 ** 20;

/**
 * The second line: the parameters of the key derivation. They are limited, so that a forged header cannot use all memory or
 * take minutes.
 */
const headSchema = v.object({
  n: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(2),
    v.maxValue(2 ** 20),
    v.check((n) => Number.isInteger(Math.log2(n)))
  ),
  r: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  p: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)),
  salt: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/))
});
type Head = v.InferOutput<typeof headSchema>;

/** Whether a backup is encrypted with a passphrase. */
export const isSealed = (backup: Buffer) => splitLine(backup).line === TITLE;

/** Encrypts an archive with a passphrase. The result has a title, the parameters of the key derivation, and the AES-256-GCM ciphertext. */
export async function sealArchive(archive: Buffer, passphrase: string, cost = COST): Promise<Buffer> {
  const head = { ...cost, salt: randomBytes(SALT_BYTES).toString('base64url') };
  const line = JSON.stringify(head);
  const sealed = seal(await keyOf(passphrase, head), line, archive);
  return Buffer.concat([Buffer.from(`${TITLE}\n${line}\n`), sealed]);
}

/**
 * Decrypts an encrypted backup. Fails with `bad-backup` if the passphrase is wrong or any bit was changed. The message is
 * the end of a sentence that starts with the file name.
 */
export async function unsealArchive(
  backup: Buffer,
  passphrase: string
): Promise<Result<Buffer, 'bad-backup'>> {
  const { line, rest } = splitLine(splitLine(backup).rest);
  const head = v.safeParse(v.pipe(v.string(), v.parseJson(), headSchema), line);
  if (!head.success) return fail('bad-backup', 'is damaged or was changed');
  const opened = unseal(await keyOf(passphrase, head.output), line, rest);
  return opened.ok
    ? succeed(opened.value)
    : fail('bad-backup', 'cannot be decrypted: the passphrase is wrong, or the file was changed');
}

/** Derives the key. The passphrase is normalized first, because systems encode accented letters differently. */
function keyOf(passphrase: string, { n, r, p, salt }: Head): Promise<Buffer> {
  const options: ScryptOptions = { N: n, r, p, maxmem: MAX_MEMORY };
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key)
    )
  );
}
