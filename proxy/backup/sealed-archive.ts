import { fail, succeed, type Result } from '#shared/errors';
import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import * as v from 'valibot';
import { KEY_BYTES, seal, unseal } from '../store/seal';
import { splitLine } from './archive';

/** The first line of a sealed backup. */
const TITLE = 'mantel backup 2';

const SALT_BYTES = 16;

/** What a guess costs: 128 MB, and about a second of a small box. */
const COST = { n: 2 ** 17, r: 8, p: 1 };

/** Limit on the memory of the key derivation, in bytes. A forged header cannot make it cost more. */
const MAX_MEMORY = 2 ** 30 + 2 ** 20;

/** The second line: how the passphrase becomes a key. Its bounds keep a forged one from taking all memory, or minutes. */
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

/** Whether a backup opens only with a passphrase. */
export const isSealed = (backup: Buffer) => splitLine(backup).line === TITLE;

/** Seals an archive by a passphrase: a title, how the passphrase becomes a key, and what AES-256-GCM made of the archive. */
export async function sealArchive(archive: Buffer, passphrase: string, cost = COST): Promise<Buffer> {
  const head = { ...cost, salt: randomBytes(SALT_BYTES).toString('base64url') };
  const line = JSON.stringify(head);
  const sealed = seal(await keyOf(passphrase, head), line, archive);
  return Buffer.concat([Buffer.from(`${TITLE}\n${line}\n`), sealed]);
}

/** The archive in a sealed backup; `bad-backup`, with the rest of a sentence, where the passphrase is another or any bit was changed. */
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
    : fail('bad-backup', 'does not open: the passphrase is wrong, or the file was changed');
}

/** A passphrase is the same in each of the ways in which systems spell an accented letter. */
function keyOf(passphrase: string, { n, r, p, salt }: Head): Promise<Buffer> {
  const options: ScryptOptions = { N: n, r, p, maxmem: MAX_MEMORY };
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key)
    )
  );
}
