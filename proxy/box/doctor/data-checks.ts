import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KEY_FILE, OTHERS, whyNot } from '../../server/base/store/data-folder';
import { codeOf, ifThere, reasonOf } from '../../server/base/store/errors';
import { LOCKS } from '../../server/base/store/folder-lock';
import { FORMAT_FILE, whyUnreadable } from '../../server/base/store/folder-format';
import { KEY_BYTES, unseal } from '../../server/base/store/seal';
import { damagedName } from '../../server/base/store/sealed-file';
import { note, ok, problem, type Finding } from './finding';
import { FILE_NAME } from '../backup/archive';
import { newestBackupIn, sharedFolder } from '../backup/back-up';
import { OTHER_FILE, storedFile } from '../backup/stored-files';
import { readEnvironmentFile } from '../cli/environment-file';

/** Free space in bytes below which the disk is worth a note, and below which it is a problem. */
const LOW_BYTES = 50e6;
const MIN_BYTES = 2e6;

const RESTORE = 'Restore a backup into a new folder: `mantel restore <file> --data-dir <folder>`.';

/** Free space of a disk. */
export interface DiskSpace {
  readonly bytes: number;
  /** Number of files that can still be created; undefined if the file system has no limit. */
  readonly files: number | undefined;
}

/** The free space of the disk of a folder. */
async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, files: files === 0 ? undefined : ffree };
}

/** What the checks of the data folder found. */
interface DataFolder {
  readonly findings: readonly Finding[];
  /** Decrypts a stored file; undefined if it does not exist, and null if it cannot be read. */
  readonly read: (name: string) => Buffer | null | undefined;
}

const SUBJECT = 'data folder';

/** Checks the data folder and its disk. Changes nothing, but for a file that it writes and deletes at once. */
export async function checkData(folder: string, spaceOf = diskSpaceOf): Promise<DataFolder> {
  const unusable = (text: string, advice: string, ...more: readonly Finding[]) => ({
    findings: [problem(SUBJECT, text, advice), ...more],
    read: () => null
  });
  const empty = (...findings: readonly Finding[]) => ({ findings, read: () => undefined });
  try {
    const { uid } = await stat(folder);
    if (uid !== process.geteuid?.())
      return unusable(
        `${folder} belongs to another user.`,
        'Run `doctor` as that user: `sudo -u <user> mantel doctor`.'
      );
    const names = await readdir(folder);
    const hasKey = names.includes(KEY_FILE);
    if (!hasKey && names.some((name) => name !== LOCKS))
      return unusable(`${folder} has other files and no key.`, `Name another folder, or: ${RESTORE}`);
    await tryWriting(folder);
    const space = checkSpace(await spaceOf(folder));
    if (!hasKey) return empty(ok(SUBJECT, `${folder} is empty.`), space);
    const foreign = whyUnreadable(await ifThere(readFile(join(folder, FORMAT_FILE))));
    if (foreign !== undefined) return unusable(`${folder} ${foreign}.`, RESTORE, space);
    const key = await readFile(join(folder, KEY_FILE));
    if (key.length !== KEY_BYTES) return unusable(`The key in ${folder} is damaged.`, RESTORE, space);
    const stored = await readStored(folder, names, key);
    return {
      findings: [...contentFindings(folder, names, stored), ...(await checkAccess(folder)), space],
      read: (name) => stored.get(name)
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return empty(await checkParent(folder));
    const advice = 'Mantel keeps changes in memory only until this is mended.';
    return unusable(`${folder} ${whyNot(error)}`, advice);
  }
}

/**
 * Writes and deletes a file. Its name is that of an unfinished write, which the next start deletes, and random: root must not write through
 * a link.
 */
async function tryWriting(folder: string) {
  const path = join(folder, `doctor.${randomBytes(6).toString('hex')}.new`);
  try {
    await writeFile(path, 'x', { mode: 0o600, flag: 'wx' });
  } finally {
    await rm(path, { force: true });
  }
}

/** The decrypted content of the files that are known; null for one that cannot be decrypted. */
async function readStored(folder: string, names: readonly string[], key: Buffer) {
  const stored = new Map<string, Buffer | null>();
  for (const name of names.filter(
    (each) => FILE_NAME.test(each) && each !== KEY_FILE && storedFile(each) !== OTHER_FILE
  )) {
    const opened = unseal(key, name, await readFile(join(folder, name)));
    stored.set(name, opened.ok ? opened.value : null);
  }
  return stored;
}

function contentFindings(
  folder: string,
  names: readonly string[],
  stored: ReadonlyMap<string, Buffer | null>
): Finding[] {
  const broken = [...stored].filter(([, content]) => content === null).map(([name]) => name);
  const findings = [
    ...broken.map((name) =>
      problem(SUBJECT, `${name} cannot be decrypted: it has ${storedFile(name).contents}.`, RESTORE)
    ),
    ...names.flatMap((name) => {
      const before = damagedName(name);
      if (before === undefined) return [];
      const { contents, wayOut } = storedFile(before);
      const text = `${before} was damaged, and Mantel started without it. Lost: ${contents}.`;
      return [
        problem(SUBJECT, text, `${RESTORE} Without a backup: ${wayOut} Then delete ${join(folder, name)}.`)
      ];
    })
  ];
  return findings.length > 0 ? findings : [ok(SUBJECT, folder)];
}

/** Others must not reach the key. */
async function checkAccess(folder: string): Promise<Finding[]> {
  const open = [];
  for (const path of [folder, join(folder, KEY_FILE)])
    if (((await stat(path)).mode & OTHERS) !== 0) open.push(path);
  return open.length === 0
    ? []
    : [note('access', `Others have access to ${open.join(' and ')}.`, 'The next start takes it from them.')];
}

function checkSpace({ bytes, files }: DiskSpace): Finding {
  const free = `${Math.floor(bytes / 1e6)} MB are free.`;
  const advice = 'Delete or move other files. Mantel itself needs a few megabytes.';
  if (files === 0) return problem('disk', 'No more files can be created (no free inodes).', advice);
  if (bytes < MIN_BYTES) return problem('disk', `The disk is full: ${free}`, advice);
  return bytes < LOW_BYTES ? note('disk', free, advice) : ok('disk', free);
}

/** A folder that does not exist yet can be created if its nearest existing parent is writable. */
async function checkParent(folder: string): Promise<Finding> {
  const parent = dirname(folder);
  try {
    await access(parent, constants.W_OK | constants.X_OK);
    return ok(SUBJECT, `${folder} does not exist yet. The first start creates it.`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && parent !== folder) return checkParent(parent);
    const text = `${folder} cannot be created: ${parent} is not writable for this user.`;
    return problem(SUBJECT, text, 'Name another folder with --data-dir, or create it for this user.');
  }
}

const ONLY_ROOT = 'Keep the backups in a folder that belongs to root, with mode 755.';

const HOUR_MS = 60 * 60 * 1000;

/** The newest nightly backup may be this old, in ms: one night can fail. */
const MAX_AGE_MS = 48 * HOUR_MS;

const LOG = 'See `journalctl -u mantel-backup`, and try `sudo systemctl start mantel-backup`.';

/**
 * Checks how old the newest nightly backup is.
 * @param settings what `service backups` stored; undefined if the nightly backups are off
 * @param now in ms since the epoch
 * @param uid the user who makes the backups: root
 */
export async function checkBackups(settings: string | undefined, now: number, uid = 0): Promise<Finding> {
  const subject = 'backups';
  const folder = settings === undefined ? undefined : readEnvironmentFile(settings)['MANTEL_BACKUP'];
  if (folder === undefined)
    return note(
      subject,
      'Nightly backups are off. Those of a cron job are not seen here.',
      '`sudo mantel service backups <folder>` turns them on: see docs/backup.md.'
    );
  try {
    const newest = await newestBackupIn(folder);
    if (newest === undefined) return problem(subject, `There is no backup in ${folder}.`, LOG);
    const { file, time } = newest;
    const age = `The newest backup in ${folder} is ${Math.floor((now - time) / HOUR_MS)} hours old.`;
    const advice = `Check the clock of this box, then delete ${file}.`;
    if (time > now) return problem(subject, `${file} is from the future.`, advice);
    if (now - time > MAX_AGE_MS) return problem(subject, age, LOG);
    const shared = await sharedFolder(folder, uid);
    return shared === undefined ? ok(subject, age) : note(subject, `${age} ${shared}`, ONLY_ROOT);
  } catch (error) {
    return problem(
      subject,
      `The age of the newest backup is unknown: ${reasonOf(error, folder)}.`,
      `Mount the disk of ${folder}, or let everybody list it: \`sudo chmod a+rx ${folder}\`. The backups stay readable by root alone.`
    );
  }
}
