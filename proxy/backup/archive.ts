import { fail, succeed, type Result } from '#shared/errors';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { KEY_FILE } from '../store/data-folder';
import { KEY_BYTES, unseal } from '../store/seal';

/** The files of a data folder by name: the key, and what it seals. */
export type Contents = ReadonlyMap<string, Buffer>;

/** The first line of a backup that is not sealed: what it is, and how the rest is to be read. */
const TITLE = 'mantel backup 1';

/** How the first line of every backup begins. */
const KIND = 'mantel backup ';

/** A name of a file of ours. There is no dot and no slash in it, so that nothing can be put anywhere else. */
export const FILE_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** Whether a text is base64 to the letter. (Valibot's own check is one regular expression: megabytes overflow its stack.) */
const isBase64 = (text: string) => Buffer.from(text, 'base64').toString('base64') === text;

const filesSchema = v.record(v.pipe(v.string(), v.regex(FILE_NAME)), v.pipe(v.string(), v.check(isBase64)));

const digestOf = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');

/** A backup as one text: a title, the digest of what follows, and each file in base64. */
export function writeArchive(contents: Contents): Buffer {
  const files = [...contents].map(([name, content]) => [name, content.toString('base64')]);
  const body = JSON.stringify(Object.fromEntries(files));
  return Buffer.from(`${TITLE}\n${digestOf(body)}\n${body}\n`);
}

/**
 * Reads a backup, and looks into it before anything is done with it. `bad-backup`, with the rest of a sentence, where it is none, was
 * changed in any bit, or holds what its own key does not open.
 */
export function readArchive(archive: Buffer): Result<Contents, 'bad-backup'> {
  const titled = splitLine(archive);
  if (!titled.line.startsWith(KIND)) return bad('is no backup of Mantel');
  if (titled.line !== TITLE) return bad('was written by a newer version of Mantel');
  const { line: digest, rest } = splitLine(titled.rest);
  const body = rest.subarray(0, -1);
  if (digest !== digestOf(body) || rest.at(-1) !== NEWLINE) return bad('is damaged or was changed');
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), filesSchema), body.toString());
  if (!read.success) return bad('does not hold what it should');
  const contents = new Map(
    Object.entries(read.output).map(([name, text]) => [name, Buffer.from(text, 'base64')])
  );
  const key = contents.get(KEY_FILE);
  if (key?.length !== KEY_BYTES) return bad('lacks its key');
  const broken = [...contents].find(([name, content]) => !isOurs(name, content, key));
  return broken ? bad(`holds ${broken[0]}, which its key does not open`) : succeed(contents);
}

/** Whether a file is the key itself, or sealed by it under its own name. */
export const isOurs = (name: string, content: Buffer, key: Buffer) =>
  name === KEY_FILE ? content.equals(key) : unseal(key, name, content).ok;

const NEWLINE = 0x0a;

/** No line at the head of a backup is longer, in bytes. */
const MAX_LINE_LENGTH = 200;

/** The first line of bytes, and what follows; the line is empty where there is none. */
export function splitLine(bytes: Buffer): { readonly line: string; readonly rest: Buffer } {
  const end = bytes.subarray(0, MAX_LINE_LENGTH + 1).indexOf(NEWLINE);
  return { line: bytes.subarray(0, Math.max(end, 0)).toString(), rest: bytes.subarray(end + 1) };
}

const bad = (why: string) => fail('bad-backup', why);
