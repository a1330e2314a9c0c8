import { constants } from 'node:fs';
import { lstat, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed, type Result } from '#shared/errors';
import { KEY_FILE } from '../../server/base/store/data-folder';
import { codeOf, ifThere, reasonOf } from '../../server/base/store/errors';
import { DAMAGED_FORMAT, FORMAT_FILE, readFormat } from '../../server/base/store/folder-format';
import { syncName } from '../../server/base/store/replace-file';
import { compact, seal } from '../../server/base/store/seal';
import { RECORD_FOLDER } from '../../server/record/recorder';
import { FILE_NAME, isOurs, openArchive, sealArchive, writeArchive, type Contents } from './archive';
import type { NoPassphrase } from './passphrase';

/** A running program may write during the read. The folder is then read again, at most this often in all. */
const MAX_READS = 11;

/** Reads no file behind a link: root backs up a folder of the service's user. */
const UNLINKED = constants.O_RDONLY | constants.O_NOFOLLOW;

/** The files of a record: its database, and what is not moved into it yet. */
const RECORD_FILE = /^[0-9a-f]{12}\.db(-wal)?$/;

/** The name of a file of a record in a backup. */
const recordName = (name: string) => `recorded-${name.replace('.db', '')}`;

/** The file of a record that a name of a backup stands for; undefined for any other file. */
export const recordFileOf = (name: string): string | undefined =>
  /^recorded-[0-9a-f]{12}(-wal)?$/.test(name) ? name.replace(/^recorded-(\w+)/, '$1.db') : undefined;

/** Options of a backup. */
interface BackUpOptions {
  readonly dataDir: string;
  /** The path of the new file. It must not exist. */
  readonly file: string;
  /** Whether the records of the homes are in it, too. */
  readonly withRecord?: boolean;
  /** Asks for the passphrase, after all other checks. With null the backup is not encrypted. */
  readonly passphrase: () => Promise<Result<string | null, NoPassphrase>>;
}

/** A backup that was made. */
interface MadeBackup {
  readonly file: string;
  /** Names of files that were left out because the key does not decrypt them. */
  readonly leftOut: readonly string[];
  /** Number of old backups that were deleted. */
  readonly deleted: number;
}

type BackUpResult = Promise<Result<MadeBackup, 'no-backup' | NoPassphrase>>;

/**
 * Writes a data folder to one new file, which only its owner can read, and verifies it. The program can run meanwhile:
 * the copy is consistent. Fails with `no-backup` and a message for the owner.
 */
export async function backUp(options: BackUpOptions): BackUpResult {
  const { dataDir, file, withRecord = false } = options;
  try {
    if (!(await isThere(join(dataDir, KEY_FILE))))
      return refuse(`There is no data folder of Mantel at ${dataDir}.`);
    if (await liesIn(file, dataDir))
      return refuse('A backup cannot be stored in the data folder itself: name another folder.');
    if (await isThere(file)) return isInTheWay(file);
    const passphrase = await options.passphrase();
    if (!passphrase.ok) return passphrase;
    const all = await readSettled(dataDir);
    const key = all?.get(KEY_FILE);
    if (!all || !key) return refuse(`The data folder ${dataDir} keeps changing: try again.`);
    const format = all.get(FORMAT_FILE);
    // Without its number, no version would restore it.
    if (format && readFormat(format) === undefined)
      return refuse(`The data folder ${dataDir} ${DAMAGED_FORMAT}.`);
    const ours = new Map<string, Buffer>();
    for (const [name, content] of all)
      if (isOurs(name, content, key)) ours.set(name, compact(key, name, content));
    const folder = join(dataDir, RECORD_FOLDER);
    const hasRecords = withRecord && (await isThere(folder));
    const records = hasRecords ? await readSettled(folder, RECORD_FILE) : new Map<string, Buffer>();
    if (!records) return refuse(`The record in ${dataDir} keeps changing: try again.`);
    for (const [name, content] of records) ours.set(recordName(name), seal(key, recordName(name), content));
    if (await write(file, ours, passphrase.value))
      return succeed({ file, leftOut: [...all.keys()].filter((name) => !ours.has(name)), deleted: 0 });
    return refuse(`The backup could not be read back and was deleted. The disk of ${file} may be faulty.`);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return isInTheWay(file);
    return refuse(`No backup could be made: ${reasonOf(error, file)}.`);
  }
}

const refuse = (message: string) => fail('no-backup', message);

const isInTheWay = (file: string) => refuse(`${file} already exists. It was not changed.`);

/** Whether a path is in a folder, after symbolic links are resolved. */
async function liesIn(file: string, folder: string): Promise<boolean> {
  const place = await realpath(dirname(resolve(file)));
  return `${place}${sep}`.startsWith((await realpath(folder)) + sep);
}

const isThere = async (path: string) => (await ifThere(stat(path))) !== undefined;

/**
 * Writes a new file and reads it back. If either fails, the file is deleted. Its name is opened once: in a folder of another user there may
 * be a link at it later.
 * @returns whether the backup is complete, and is the file of that name
 */
async function write(file: string, contents: Contents, passphrase: string | null): Promise<boolean> {
  const opened = await open(file, 'wx+', 0o600);
  let isWhole = false;
  try {
    await opened.chmod(0o600);
    // One variable, so that a large archive is freed when it is encrypted.
    let written = writeArchive(contents);
    if (passphrase !== null) written = await sealArchive(written, passphrase);
    await opened.writeFile(written);
    await opened.sync();
    await syncName(resolve(file));
    const read = Buffer.alloc(written.length);
    await opened.read(read, 0, read.length, 0);
    const there = await lstat(file);
    const own = await opened.stat();
    const isStillThere = there.ino === own.ino && there.dev === own.dev;
    isWhole = isStillThere && (await readsBack(read, contents, passphrase));
  } finally {
    await opened.close();
    if (!isWhole) await rm(file, { force: true });
  }
  return isWhole;
}

/** Whether a backup can be opened and contains exactly these files. */
export async function readsBack(backup: Buffer, contents: Contents, passphrase: string | null) {
  const read = await openArchive(backup, passphrase);
  return read.ok && isDeepStrictEqual(read.value, contents);
}

/**
 * Reads a data folder, again until two reads are equal: nothing changed between them, because no content is ever encrypted to the same bytes
 * again. Returns undefined after too many attempts.
 */
export async function readSettled(folder: string, names = FILE_NAME): Promise<Contents | undefined> {
  let before: Contents | undefined;
  for (let reading = 0; reading < MAX_READS; reading++) {
    const contents = new Map<string, Buffer>();
    for (const name of await filesIn(folder, names))
      contents.set(name, await readFile(join(folder, name), { flag: UNLINKED }));
    if (isDeepStrictEqual(contents, before)) return contents;
    before = contents;
  }
  return undefined;
}

/** What a backup that is not complete yet has after its name. */
const UNFINISHED = '.unfinished';

/** The names that Mantel gives: sorted by name, they are sorted by time. */
const NAME = /^mantel-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.backup$/;

/** The same of a backup that was interrupted. */
const UNFINISHED_NAME = new RegExp(`${NAME.source.slice(0, -1)}\\${UNFINISHED}$`);

/** The names of the files in a folder that match a pattern, sorted. */
async function filesIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/**
 * The newest complete backup in a folder, and when it was made, in ms since the epoch; undefined if there is none.
 * @throws the system's error, if the folder cannot be listed
 */
export async function newestBackupIn(folder: string) {
  const name = (await filesIn(folder, NAME)).at(-1);
  if (name === undefined) return undefined;
  return { file: join(folder, name), time: Date.parse(name.replace(NAME, '$1:$2:$3.$4')) };
}

/** The permissions of others than the owner to write. */
const OTHERS_WRITE = 0o022;

/**
 * What to say of a folder of backups in which others may write; undefined if nobody else may.
 * @param uid the user who makes the backups
 */
export async function sharedFolder(folder: string, uid: number | undefined): Promise<string | undefined> {
  const { mode, uid: owner } = await stat(folder);
  return owner !== uid || (mode & OTHERS_WRITE) !== 0
    ? `Others than root may write in ${folder}: they can delete or replace backups, but not read them.`
    : undefined;
}

/** Options of a backup that replaces the oldest one. */
interface KeptBackupOptions extends Omit<BackUpOptions, 'file'> {
  /** The folder of the backups. It must exist: a missing one is often a disk that is not mounted. */
  readonly folder: string;
  /** How many backups stay in it, at least 1. */
  readonly keep: number;
  /** Current time, in ms since the epoch. */
  readonly now: number;
}

/**
 * Backs up into a new file of a folder, named after the time. Once it is verified, the oldest backups are deleted until `keep` are left.
 * Only files with such names are deleted, and never the new one, whatever the clock says.
 */
export async function backUpAndKeep({ folder, keep, now, ...options }: KeptBackupOptions): BackUpResult {
  const name = `mantel-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  const file = join(folder, name);
  try {
    for (const left of await filesIn(folder, UNFINISHED_NAME)) await rm(join(folder, left));
    const made = await backUp({ ...options, file: `${file}${UNFINISHED}` });
    if (!made.ok) return made;
    await rename(`${file}${UNFINISHED}`, file);
    await syncName(file);
    const others = (await filesIn(folder, NAME)).filter((each) => each !== name);
    const old = others.reverse().slice(keep - 1);
    for (const each of old) await rm(join(folder, each));
    return succeed({ ...made.value, file, deleted: old.length });
  } catch (error) {
    return fail('no-backup', `The backups in ${folder} could not be renewed: ${reasonOf(error, folder)}.`);
  }
}
