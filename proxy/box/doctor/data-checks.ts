import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KEY_FILE, OTHERS, whyNot } from '../../server/base/store/data-folder';
import { codeOf, ifThere, reasonOf } from '../../server/base/store/errors';
import { formatOf, isUnreleased, whyUnreadable } from '../../server/base/store/folder-format';
import { LOCKS } from '../../server/base/store/folder-lock';
import { KEY_BYTES, unseal } from '../../server/base/store/seal';
import { damagedName } from '../../server/base/store/sealed-file';
import { RECORD_FOLDER } from '../../server/record/recorder';
import { FILE_NAME } from '../backup/archive';
import { newestBackupIn, sharedFolder } from '../backup/back-up';
import { OTHER_FILE, storedFile } from '../backup/stored-files';
import { readEnvironmentFile } from '../cli/environment-file';
import { finding, type Finding } from './finding';

/** Free space in bytes below which the disk is worth a note, and below which it is a problem. */
const LOW_BYTES = 50e6;
const MIN_BYTES = 2e6;

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

/**
 * Checks the data folder and its disk. Changes nothing, but for a file that it writes and deletes at once.
 * @param home the only controller whose records are named; undefined for all
 */
export async function checkData(folder: string, spaceOf = diskSpaceOf, home?: string): Promise<DataFolder> {
  const unusable = (name: string, why = '', ...more: readonly Finding[]) => ({
    findings: [finding(name, { folder, why }), ...more],
    read: () => null
  });
  const empty = (...findings: readonly Finding[]) => ({ findings, read: () => undefined });
  try {
    const { uid } = await stat(folder);
    if (uid !== process.geteuid?.()) return unusable('data-of-another');
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const all = (await ifThere(readdir(join(folder, RECORD_FOLDER)))) ?? [];
    const records = all.filter((name) => name.startsWith(home ?? ''));
    const hasKey = names.includes(KEY_FILE);
    if (!hasKey && entries.some(({ name }) => name !== LOCKS)) return unusable('data-foreign');
    await tryWriting(folder);
    const space = checkSpace(await spaceOf(folder));
    if (!hasKey) return empty(finding('data-empty', { folder }), space);
    const format = await formatOf(folder);
    if (isUnreleased(format)) return unusable('data-unreleased', '', space);
    const foreign = whyUnreadable(format, 'folder');
    if (foreign !== undefined) return unusable('data-newer', foreign, space);
    const key = await readFile(join(folder, KEY_FILE));
    if (key.length !== KEY_BYTES) return unusable('data-key', '', space);
    const stored = await readStored(folder, names, key);
    return {
      findings: [
        ...contentFindings(folder, [...names, ...records.map((name) => join(RECORD_FOLDER, name))], stored),
        ...(await checkAccess(folder)),
        space
      ],
      read: (name) => stored.get(name)
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return empty(await checkParent(folder, dirname(folder)));
    return unusable('data-unusable', whyNot(error));
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
  const findings = [
    ...[...stored].flatMap(([name, content]) =>
      content === null ? [finding('data-unreadable', { name, ...storedFile(name) })] : []
    ),
    ...names.flatMap((path) => {
      const name = damagedName(path);
      const values = { name: name ?? '', path: join(folder, path), ...storedFile(name ?? '') };
      return name === undefined ? [] : [finding('data-damaged', values)];
    })
  ];
  return findings.length > 0 ? findings : [finding('data', { folder })];
}

/** Others must not reach the key. */
async function checkAccess(folder: string): Promise<Finding[]> {
  const open = [];
  for (const path of [folder, join(folder, KEY_FILE)])
    if (((await stat(path)).mode & OTHERS) !== 0) open.push(path);
  return open.length === 0 ? [] : [finding('data-open', { paths: open.join(' and ') })];
}

function checkSpace({ bytes, files }: DiskSpace): Finding {
  const name = bytes < MIN_BYTES ? 'disk-full' : bytes < LOW_BYTES ? 'disk-low' : 'disk';
  return finding(files === 0 ? 'disk-inodes' : name, { free: Math.floor(bytes / 1e6) });
}

/** A folder that does not exist yet can be created if its nearest existing parent is writable. */
async function checkParent(folder: string, parent: string): Promise<Finding> {
  try {
    await access(parent, constants.W_OK | constants.X_OK);
    return finding('data-new', { folder });
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT' && dirname(parent) !== parent;
    return isMissing ? checkParent(folder, dirname(parent)) : finding('data-closed', { folder, parent });
  }
}

const HOUR_MS = 60 * 60 * 1000;

/** The newest nightly backup may be this old, in ms: one night can fail. */
const MAX_AGE_MS = 48 * HOUR_MS;

/**
 * Checks how old the newest nightly backup is.
 * @param settings what `service backups` stored; undefined if the nightly backups are off
 * @param now in ms since the epoch
 * @param uid the user who makes the backups: root
 */
export async function checkBackups(settings: string | undefined, now: number, uid = 0): Promise<Finding> {
  const folder = settings === undefined ? undefined : readEnvironmentFile(settings)['MANTEL_BACKUP'];
  if (folder === undefined) return finding('backups-off');
  try {
    const newest = await newestBackupIn(folder);
    if (!newest) return finding('backups-none', { folder });
    const { file, time } = newest;
    const values = { folder, file, hours: Math.floor((now - time) / HOUR_MS) };
    if (time > now) return finding('backups-future', values);
    if (now - time > MAX_AGE_MS) return finding('backups-old', values);
    return finding((await sharedFolder(folder, uid)) === undefined ? 'backups' : 'backups-shared', values);
  } catch (error) {
    return finding('backups-unseen', { folder, why: reasonOf(error, folder) });
  }
}
