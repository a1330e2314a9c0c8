import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './errors';

/**
 * The number of the format of a data folder, for all its files together. It is increased if a program with the number before would misread
 * a file, or would ignore a key that limits somebody, such as a right, a PIN or an end. A test has the shapes of this number.
 */
export const FORMAT = 2;

/** Name of the file with the number. It is not encrypted, because it is read before anything else. */
export const FORMAT_FILE = 'format';

/** The content of the file, as this program writes it. */
export const FORMAT_CONTENT = Buffer.from(`${FORMAT}\n`);

/** The format of a folder or a backup without a number. No released version wrote such a one. */
const UNNUMBERED = 1;

/** The formats that a version reads. */
export interface ReadableFormats {
  readonly oldest: number;
  readonly newest: number;
}

/** Those that this program reads: no other, since it converts nothing. */
const OWN: ReadableFormats = { oldest: FORMAT, newest: FORMAT };

/** The number in a format file; undefined if the file is damaged. */
export function readFormat(content: Buffer): number | undefined {
  const [, digits] = /^([1-9]\d{0,8})\n$/.exec(content.toString()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The content of a format file; undefined if it is missing, and `new` if there is nothing yet that could have a format. */
export type StoredFormat = Buffer | 'new' | undefined;

/** The format of a data folder. Rejects with the system's error. */
export async function formatOf(folder: string): Promise<StoredFormat> {
  const content = await ifThere(readFile(join(folder, FORMAT_FILE)));
  return content ?? ((await hasStoredFiles(folder)) ? undefined : 'new');
}

/** Whether a folder has a key or what is encrypted with it. Such names have no dot. */
export async function hasStoredFiles(folder: string): Promise<boolean> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.some((entry) => entry.isFile() && entry.name !== FORMAT_FILE && !entry.name.includes('.'));
}

/** The number of a format; undefined if its file is damaged. */
const numberOf = (format: Buffer | undefined) => (format === undefined ? UNNUMBERED : readFormat(format));

/** Whether a build from before the first release has written a folder or a backup. Nothing reads it any more. */
export const isUnreleased = (format: StoredFormat): boolean =>
  format !== 'new' && (numberOf(format) ?? FORMAT) < FORMAT;

/** What is said of a folder whose number is damaged, as the end of a sentence. */
export const DAMAGED_FORMAT = `has a damaged file, ${FORMAT_FILE}: restore a backup, or write ${FORMAT} and a line break into that file if only this version of Mantel ran there`;

const UNRELEASED = {
  folder:
    'is too old. This folder is of an earlier build that was never released. Move it away and start with an empty one; phones sign in again',
  backup:
    'is too old. This backup is of an earlier build that was never released. Start with an empty folder; phones sign in again'
};

/**
 * Why a version cannot read a data folder or a backup, as the end of a sentence without its full stop; undefined if it can.
 * @param what whose format it is
 * @param reads what the version reads; this program if absent
 */
export function whyUnreadable(
  format: StoredFormat,
  what: keyof typeof UNRELEASED,
  { oldest, newest } = OWN
): string | undefined {
  if (format === 'new') return undefined;
  const number = numberOf(format);
  if (number === undefined) return DAMAGED_FORMAT;
  if (number > newest)
    return `was written by a newer Mantel, in format ${number} instead of ${newest}: start that one, or restore the backup from before its update`;
  if (number >= oldest) return undefined;
  return number < FORMAT
    ? UNRELEASED[what]
    : `is in format ${number}, and ${oldest} is the oldest that is read: update to a version between first`;
}
