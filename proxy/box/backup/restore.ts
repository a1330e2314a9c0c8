import { storedScreensSchema, type StoredScreens } from '../../server/household/screens/stored-screens';
import { sealValue, unsealValue } from '../../server/base/store/seal';
import { isSealed, openArchive, type Contents } from './archive';
import { fail, succeed, type Result } from '#shared/errors';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plain } from '../log';
import { KEY_FILE, prepareFolder } from '../../server/base/store/data-folder';
import { ifThere, reasonOf } from '../../server/base/store/errors';
import { FORMAT_FILE, whyUnreadable } from '../../server/base/store/folder-format';
import { LOCKS, lockFolder } from '../../server/base/store/folder-lock';
import { replaceFile } from '../../server/base/store/replace-file';
import { storedTimersSchema, TIMERS_FILE, type StoredTimer } from '../../server/base/store/stored-timers';
import type { NoPassphrase } from './passphrase';

const SCREENS = 'screens';

/** The screens that a backup signs in again, most recently seen first; undefined if this version cannot read them. */
export function screensIn(contents: Contents, key: Buffer, now: number): StoredScreens | undefined {
  return readScreens(contents, key)
    ?.filter(({ rights }) => rights.until === null || rights.until > now)
    .sort((one, other) => other.lastSeen - one.lastSeen);
}

/** The same contents with no screen signed in. */
export const withoutScreens = (contents: Contents, key: Buffer): Contents => withScreens(contents, key, []);

/** The same contents without the screens that have been signed out since, or whose rights have changed, as a folder says today. */
export function withoutEnded(contents: Contents, today: Contents | undefined): Contents {
  const [screens, now] = [contents, today].map((each) => {
    const key = each?.get(KEY_FILE);
    return each && key && readScreens(each, key);
  });
  const key = contents.get(KEY_FILE);
  if (!screens || !now || !key) return contents;
  const rightsOf = ({ id, rights, locked }: StoredScreens[number]) => JSON.stringify([id, rights, locked]);
  const valid = new Set(now.map(rightsOf));
  return withScreens(
    contents,
    key,
    screens.filter((screen) => valid.has(rightsOf(screen)))
  );
}

/** The same contents, with a backup as the sign-in method of each screen. Screens that this version cannot read stay unchanged. */
function withScreensBroughtBack(contents: Contents, key: Buffer, now: number): Contents {
  const screens = readScreens(contents, key);
  if (!screens || screens.length === 0) return contents;
  const broughtBack = screens.map((screen) => ({
    ...screen,
    cameIn: { ...screen.cameIn, how: 'backup' as const, at: now }
  }));
  return withScreens(contents, key, broughtBack);
}

const withScreens = (contents: Contents, key: Buffer, screens: StoredScreens): Contents =>
  new Map([...contents, [SCREENS, sealValue(key, SCREENS, screens)]]);

function readScreens(contents: Contents, key: Buffer): StoredScreens | undefined {
  const file = contents.get(SCREENS);
  if (!file) return [];
  const read = unsealValue(key, SCREENS, storedScreensSchema, file);
  return read.ok ? read.value : undefined;
}

/** A line of text per screen: its name, its user, and when it was last seen. */
export const linesOf = (screens: StoredScreens): string =>
  screens
    .map(
      ({ name, user, lastSeen }) => `  ${shown(name)} of ${shown(user)}, last seen ${timeText(lastSeen)}\n`
    )
    .join('');

/** A time in ms since the epoch, as the owner reads it. */
export const timeText = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A user chose the name, and it must not send escape sequences to the terminal. */
const shown = (name: string) => plain(name).trim() || '(no name)';

/**
 * The same contents without timers, and those that were pending. A backup has them so that a restore can say which are left out: nothing
 * of the past may act by surprise.
 */
export function withoutTimers(
  contents: Contents,
  key: Buffer
): { readonly contents: Contents; readonly timers: readonly StoredTimer[] } {
  const file = contents.get(TIMERS_FILE);
  const read = file && unsealValue(key, TIMERS_FILE, storedTimersSchema, file);
  const rest = new Map(contents);
  rest.delete(TIMERS_FILE);
  const timers = read?.ok === true ? read.value.timers : [];
  return { contents: rest, timers: timers.filter(({ state }) => state === 'pending') };
}

/** A line of text per timer: what it was for, who set it, and when it was due. */
export const timerLinesOf = (timers: readonly StoredTimer[]): string =>
  timers
    .map(
      ({ label, screenName, at }) => `  ${shown(label)}, due ${timeText(at)}, set by ${shown(screenName)}\n`
    )
    .join('');

/** What was restored, and what was left out. */
interface Restored {
  /** Number of files. */
  readonly files: number;
  /** The timers of the backup, which are not restored. */
  readonly timers: readonly StoredTimer[];
}

/** Options of a restore. */
interface RestoreOptions {
  readonly file: string;
  /** The target: a new or empty folder. */
  readonly dataDir: string;
  /** Asks for the passphrase of an encrypted backup. */
  readonly passphrase: () => Promise<Result<string, NoPassphrase>>;
  /** Called when the files of root are read, before anything of them is decoded. */
  readonly becomeOwner?: () => Promise<void>;
  /**
   * Asks, before anything is written, whether to end the screens that would be signed in again. `screens` is undefined if this
   * version cannot read them. Returns undefined to cancel the restore.
   */
  readonly endScreens: (screens: StoredScreens | undefined) => Promise<boolean | undefined>;
}

/**
 * Restores a backup into a new or empty data folder. After a power cut no incomplete restore is used: the folder gets its key last.
 * @returns what was restored; on failure `no-restore` with a sentence for the owner, and nothing is changed
 */
export async function restore(
  options: RestoreOptions
): Promise<Result<Restored, 'no-restore' | NoPassphrase>> {
  const { file, dataDir, passphrase, becomeOwner, endScreens } = options;
  try {
    const backup = await readFile(file);
    if ((await namesIn(dataDir)).length > 0) return refuse(`The data folder ${dataDir} ${NOT_EMPTY}`);
    const secret = isSealed(backup) ? await passphrase() : null;
    if (secret?.ok === false) return secret;
    await becomeOwner?.();
    const read = await openArchive(backup, secret?.value ?? null);
    if (!read.ok) return refuse(`${file} ${read.error.message}.`);
    const unreadable = whyUnreadable(read.value.get(FORMAT_FILE));
    if (unreadable !== undefined) return refuse(`${file} ${unreadable}.`);

    const key = read.value.get(KEY_FILE) ?? Buffer.alloc(0);
    const mustEnd = await endScreens(screensIn(read.value, key, Date.now()));
    if (mustEnd === undefined) return refuse('Nothing was restored.');
    const { timers, ...rest } = withoutTimers(read.value, key);
    const contents = mustEnd
      ? withoutScreens(rest.contents, key)
      : withScreensBroughtBack(rest.contents, key, Date.now());
    const unfit = await fill(resolve(dataDir), contents);
    return unfit === undefined
      ? succeed({ files: contents.size, timers })
      : refuse(`The data folder ${dataDir} ${unfit}`);
  } catch (error) {
    return refuse(`Nothing was restored: ${reasonOf(error, file)}.`);
  }
}

const refuse = (message: string) => fail('no-restore', message);

const NOT_EMPTY = 'is not empty: move it away, or name another with --data-dir.';

/** The names in a folder, without the locks; none if the folder does not exist. */
const namesIn = async (folder: string) =>
  ((await ifThere(readdir(folder))) ?? []).filter((name) => name !== LOCKS);

/**
 * Fills a new or empty folder. An empty one cannot be replaced by a rename: it may be a mount point, or its parent may not be writable.
 * @returns why the folder cannot be used, as the end of a sentence; undefined on success
 */
async function fill(folder: string, contents: Contents): Promise<string | undefined> {
  const unfit = await prepareFolder(folder);
  if (unfit !== undefined) return unfit;
  const locked = await lockFolder(folder).catch(withoutLock);
  if (!locked.ok) return locked.error.message;
  try {
    // Another process may have written before the lock.
    if ((await namesIn(folder)).length > 0) return NOT_EMPTY;
    await writeAll(folder, contents);
    return undefined;
  } finally {
    await locked.value();
  }
}

/** If the file system does not support the lock, the owner must make sure that no other process uses the folder. */
const withoutLock = () => succeed(async () => {});

/** Writes the key last, because a folder without it is not used. If a write fails, deletes all written files. */
async function writeAll(folder: string, contents: Contents) {
  const last = ([name]: readonly [string, Buffer]) => Number(name === KEY_FILE);
  const files = [...contents].sort((one, other) => last(one) - last(other));
  try {
    for (const [name, content] of files) await replaceFile(join(folder, name), content);
  } catch (error) {
    for (const [name] of files) await rm(join(folder, name), { force: true });
    throw error;
  }
}
