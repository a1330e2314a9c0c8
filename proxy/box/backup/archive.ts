import { createHash, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { KEY_FILE } from '../../server/base/store/data-folder';
import { FORMAT_FILE, readFormat } from '../../server/base/store/folder-format';
import { KEY_BYTES, unseal, seal } from '../../server/base/store/seal';

/** The files of a data folder by name: the key, the number of the format, and the files that the key encrypts. */
export type Contents = ReadonlyMap<string, Buffer>;

/** The first line of an unencrypted backup: the file type and its format version. The second line is the digest of the rest. */
const TITLE = 'mantel backup 1';

/** The first line of an encrypted backup. The second line has the parameters of the key derivation. */
const SEALED_TITLE = 'mantel backup 2';

/** Maximum length of the two lines, in bytes. */
const MAX_HEAD_LENGTH = 400;

/** Name of a data file. Without dots and slashes, a name cannot lead out of the folder. */
export const FILE_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** Base64 needs no check: what the key did not encrypt is refused anyway. (Valibot's own overflows its stack on megabytes.) */
const fromBase64 = (text: string) => Buffer.from(text, 'base64');

const filesSchema = v.record(
  v.pipe(v.string(), v.regex(FILE_NAME)),
  v.pipe(v.string(), v.transform(fromBase64))
);

const digestOf = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');

/** Encodes a backup as text: a title, the digest of the body, and the body with each file in base64. */
export function writeArchive(contents: Contents): Buffer {
  const files = [...contents].map(([name, file]) => [name, file.toString('base64')]);
  const body = JSON.stringify(Object.fromEntries(files));
  return Buffer.from(`${TITLE}\n${digestOf(body)}\n${body}\n`);
}

/**
 * Reads and validates a backup. Fails with `bad-backup` if it is not a backup, if any bit was changed, or if its key does
 * not decrypt one of its files. The message is the end of a sentence that starts with the file name.
 */
export function readArchive(archive: Buffer): Result<Contents, 'bad-backup'> {
  const { title, head, rest } = partsOf(archive);
  if (!title.startsWith('mantel backup ')) return bad('is not a Mantel backup');
  if (title !== TITLE) return bad('was written by a newer version of Mantel');
  const body = rest.subarray(0, -1);
  if (head !== digestOf(body) || rest.at(-1) !== NEWLINE) return bad('is damaged or was changed');
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), filesSchema), body.toString());
  if (!read.success) return bad('has invalid content');
  const contents = new Map(Object.entries(read.output));
  const key = contents.get(KEY_FILE);
  if (key?.length !== KEY_BYTES) return bad('has no key');
  const broken = [...contents].find(([name, file]) => !isOurs(name, file, key));
  return broken ? bad(`contains ${broken[0]}, which its key does not decrypt`) : succeed(contents);
}

/** Whether a file is the key itself, the number of a format, or encrypted with the key under this name. */
export function isOurs(name: string, file: Buffer, key: Buffer): boolean {
  if (name === KEY_FILE) return file.equals(key);
  return name === FORMAT_FILE ? readFormat(file) !== undefined : unseal(key, name, file).ok;
}

const NEWLINE = 0x0a;

/** The first two lines of a backup, and the rest. A line is empty if there is none. */
function partsOf(backup: Buffer) {
  const [title = '', head = ''] = backup.toString('latin1', 0, MAX_HEAD_LENGTH).split('\n', 2);
  return { title, head, rest: backup.subarray(title.length + head.length + 2) };
}

const bad = (why: string) => fail('bad-backup', why);

const SALT_BYTES = 16;

/** Cost parameters of scrypt: 128 MB of memory and about a second on a small box. */
const COST = { n: 2 ** 17, r: 8, p: 1 };

/** Limit on the memory of the key derivation, in bytes. It holds for forged headers too. */
const MAX_MEMORY = 2 ** 30 + 2 ** 20;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const isPowerOfTwo = (n: number) => Number.isInteger(Math.log2(n));

/** The parameters of the key derivation. They are limited, so that a forged header cannot use all memory or take minutes. */
const headSchema = v.object({
  n: v.pipe(whole(2, 2 ** 20), v.check(isPowerOfTwo)),
  r: whole(1, 8),
  p: whole(1, 4),
  salt: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/))
});
type Head = v.InferOutput<typeof headSchema>;

/** Whether a backup is encrypted with a passphrase. */
export const isSealed = (backup: Buffer) => partsOf(backup).title === SEALED_TITLE;

/** Encrypts an archive with a passphrase. The result has a title, the parameters of the key derivation, and the AES-256-GCM ciphertext. */
export async function sealArchive(archive: Buffer, passphrase: string, cost = COST): Promise<Buffer> {
  const head = { ...cost, salt: randomBytes(SALT_BYTES).toString('base64url') };
  const line = JSON.stringify(head);
  const sealed = seal(await keyOf(passphrase, head), line, archive);
  return Buffer.concat([Buffer.from(`${SEALED_TITLE}\n${line}\n`), sealed]);
}

/**
 * Reads and validates a backup, which is decrypted first if there is a passphrase. Fails like `readArchive`, and if the passphrase is wrong.
 */
export async function openArchive(
  backup: Buffer,
  passphrase: string | null
): Promise<Result<Contents, 'bad-backup'>> {
  if (passphrase === null) return readArchive(backup);
  const { head, rest } = partsOf(backup);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), headSchema), head);
  if (!read.success) return bad('is damaged or was changed');
  const opened = unseal(await keyOf(passphrase, read.output), head, rest);
  return opened.ok
    ? readArchive(opened.value)
    : bad('cannot be decrypted: the passphrase is wrong, or the file was changed');
}

/** Derives the key. The passphrase is normalized first, because systems encode accented letters differently. */
function keyOf(passphrase: string, { n, r, p, salt }: Head): Promise<Buffer> {
  const cost = { N: n, r, p, maxmem: MAX_MEMORY };
  return deriveKey(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), KEY_BYTES, cost);
}
