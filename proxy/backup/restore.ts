import { fail, succeed, type Result } from '#shared/errors';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { StoredScreens } from '../access/screens/stored-screens';
import { KEY_FILE, makeFolder, prepareFolder } from '../store/data-folder';
import { codeOf } from '../store/error-code';
import { LOCKS, lockFolder } from '../store/folder-lock';
import { replaceFile } from '../store/replace-file';
import { readArchive, type Contents } from './archive';
import type { NoPassphrase } from './passphrase';
import { screensIn, withoutScreens, withScreensBroughtBack } from './restored-screens';
import { isSealed, unsealArchive } from './sealed-archive';

/** What to restore, and where to. */
interface RestoreOptions {
  readonly file: string;
  /** A folder that is new or empty. */
  readonly dataDir: string;
  /** Asked where the backup is sealed. */
  readonly passphrase: () => Promise<Result<string, NoPassphrase>>;
  /**
   * Asked before anything is written whether to end the screens that would be signed in again (undefined where this version cannot tell
   * which they are). Answers undefined to restore nothing after all.
   */
  readonly endScreens: (screens: StoredScreens | undefined) => Promise<boolean | undefined>;
}

/**
 * Puts a backup into a data folder that is new or empty. A power cut leaves no half of it that would be used: a new folder gets its name
 * once all is in it, and one that is there gets its key last.
 * @returns how many files there were; `no-restore` with a sentence for the owner, and nothing changed
 */
export async function restore(options: RestoreOptions): Promise<Result<number, 'no-restore' | NoPassphrase>> {
  const { file, dataDir, passphrase, endScreens } = options;
  try {
    const backup = await readFile(file);
    const held = await namesIn(dataDir);
    if (held && held.length > 0) return refuse(`The data folder ${dataDir} ${NOT_EMPTY}`);
    const secret = isSealed(backup) ? await passphrase() : null;
    if (secret?.ok === false) return secret;
    const archive = secret ? await unsealArchive(backup, secret.value) : succeed(backup);
    const read = archive.ok ? readArchive(archive.value) : archive;
    if (!read.ok) return refuse(`${file} ${read.error.message}.`);

    const key = read.value.get(KEY_FILE) ?? Buffer.alloc(0);
    const mustEnd = await endScreens(screensIn(read.value, key, Date.now()));
    if (mustEnd === undefined) return refuse('Nothing was restored.');
    const contents = mustEnd
      ? withoutScreens(read.value, key)
      : withScreensBroughtBack(read.value, key, Date.now());
    const unfit = await (held ? fill : make)(resolve(dataDir), contents);
    return unfit === undefined ? succeed(contents.size) : refuse(`The data folder ${dataDir} ${unfit}`);
  } catch (error) {
    return refuse(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const refuse = (message: string) => fail('no-restore', message);

const NOT_EMPTY = 'is not empty: move it away, or name another with --data-dir.';

/** What lies in a folder, but for locks; undefined where there is none. */
async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return (await readdir(folder)).filter((name) => name !== LOCKS);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the folder: all is written beside it, and takes its name in one step. */
async function make(folder: string, contents: Contents): Promise<undefined> {
  await makeFolder(dirname(folder));
  // `mkdtemp` makes it for the owner alone.
  const unfinished = await mkdtemp(`${folder}.restoring-`);
  try {
    for (const [name, content] of contents) await replaceFile(join(unfinished, name), content);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Fills an empty folder: another disk may be mounted there, or the folder around it may be closed to us, so nothing can take its name.
 * @returns why the folder cannot be ours, as the rest of a sentence
 */
async function fill(folder: string, contents: Contents): Promise<string | undefined> {
  const unfit = await prepareFolder(folder);
  if (unfit !== undefined) return unfit;
  const locked = await lockFolder(folder).catch(withoutLock);
  if (!locked.ok) return 'is in use by another Mantel: end that one, or name another folder with --data-dir.';
  try {
    // One that came meanwhile may have been here.
    if ((await namesIn(folder))?.length !== 0) return NOT_EMPTY;
    await writeAll(folder, contents);
    return undefined;
  } finally {
    await locked.value();
  }
}

/** Where a disk takes no lock, it is the owner who sees to it that nobody else uses the folder. */
const withoutLock = () => succeed(async () => {});

/** Writes the key last, for without it nothing is used. What was written is taken away again where not all could be. */
async function writeAll(folder: string, contents: Contents) {
  const last = ([name]: readonly [string, Buffer]) => Number(name === KEY_FILE);
  const files = [...contents].sort((one, other) => last(one) - last(other));
  try {
    for (const [name, content] of files) await replaceFile(join(folder, name), content);
  } catch (error) {
    for (const [name] of files)
      for (const path of [name, `${name}.new`]) await rm(join(folder, path), { force: true });
    throw error;
  }
}
