import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import type { Log } from '../platform/log';
import { KEY_FILE, prepareFolder, whyNot } from './data-folder';
import { ifThere, reasonOf } from './errors';
import { FORMAT_CONTENT, FORMAT_FILE, formatOf, hasStoredFiles, whyUnreadable } from './folder-format';
import { lockFolder } from './folder-lock';
import { isUnfinished, replaceFile, syncName } from './replace-file';
import { KEY_BYTES } from './seal';
import {
  damagedName,
  SealedFile,
  setAsideName,
  type StoreDeps,
  type StoredFile,
  type WriteFile
} from './sealed-file';
import { SealedFiles } from './sealed-files';
import { SealedNote } from './sealed-note';

/** The data folder. Each file is encrypted with the key that is stored in the same folder. */
export class SealedStore {
  readonly #deps: StoreDeps;
  readonly #unlock: () => Promise<void>;
  readonly #files = new Set<Pick<SealedFile<unknown>, 'flush' | 'close' | 'wasUnreadable' | 'isUnwritten'>>();

  private constructor(deps: StoreDeps, unlock: () => Promise<void>) {
    this.#deps = deps;
    this.#unlock = unlock;
  }

  /**
   * Opens and locks the folder, and creates it if it does not exist. Fails with `bad-data-dir` and a sentence for the owner. Missing
   * permissions are detected here, not at the first sign-in. Fails with `unreadable-data`, and changes nothing, if this program cannot read
   * the format of the folder.
   */
  static async open(
    folder: string,
    { clock, log }: { clock: Clock; log: Log }
  ): Promise<Result<SealedStore, 'bad-data-dir' | 'unreadable-data'>> {
    let unlock = async () => {};
    try {
      const unfit = await prepareFolder(folder);
      if (unfit !== undefined) return fail('bad-data-dir', `The data folder ${folder} ${unfit}`);
      const locked = await lock(folder, log);
      if (!locked.ok) return locked;
      unlock = locked.value;
      const format = await formatOf(folder);
      const unreadable = whyUnreadable(format, 'folder');
      if (unreadable !== undefined) {
        await unlock();
        return fail('unreadable-data', `The data folder ${folder} ${unreadable}.`);
      }
      // A process that was killed during a write leaves its temporary file.
      for (const name of (await readdir(folder)).filter(isUnfinished))
        await rm(join(folder, name), { force: true });
      // Before the key: a folder with a key and without a number is refused.
      if (format === 'new') await replaceFile(join(folder, FORMAT_FILE), FORMAT_CONTENT);
      const key = await openKey(folder, clock, log);
      return succeed(new SealedStore({ folder, key, clock, log }, unlock));
    } catch (error) {
      await unlock();
      return fail('bad-data-dir', `The data folder ${folder} ${whyNot(error)}`);
    }
  }

  /**
   * One value of the store.
   * @param empty the value before the first write
   * @param put how the file is written: `replaceFile` or `overwriteFile`
   */
  file<T>(
    name: string,
    schema: v.GenericSchema<unknown, T>,
    empty: T,
    put: WriteFile = replaceFile
  ): StoredFile<T> {
    return this.#open(name, schema, empty, put);
  }

  #open<T>(name: string, schema: v.GenericSchema<unknown, T>, empty: T, put: WriteFile) {
    const file = new SealedFile({ ...this.#deps, name, schema, empty, put });
    this.#files.add(file);
    return file;
  }

  /** Values of one kind in separate files; see `SealedFiles`. */
  files<T>(kind: string, schema: v.GenericSchema<unknown, T>): SealedFiles<T> {
    const open = (name: string) => {
      const file = this.#open<T | null>(name, schema, null, replaceFile);
      return { file, drop: () => this.#files.delete(file) };
    };
    return new SealedFiles({ ...this.#deps, kind, open });
  }

  /** A small value that another process of the same owner may write; see `SealedNote`. */
  note<T>(name: string, schema: v.GenericSchema<unknown, T>): SealedNote<T> {
    return new SealedNote({ ...this.#deps, name, schema });
  }

  /**
   * A text that is another one for a copy of the folder, or a restored backup. (A disk that was cloned as a whole cannot be told apart.)
   */
  async identity(): Promise<string> {
    const { ino, ctimeMs } = await stat(join(this.#deps.folder, KEY_FILE));
    return `${ino}.${Math.floor(ctimeMs)}`;
  }

  /** Whether a file is unreadable: it was set aside now or earlier and is still in the folder, or could not be set aside. */
  get hasUnreadable(): boolean {
    return this.damaged > 0 || this.#unreadable > 0;
  }

  /** Number of files whose last write failed: their changes are in memory only. */
  get unwritten(): number {
    return [...this.#files].filter(({ isUnwritten }) => isUnwritten).length;
  }

  /** Number of damaged files that were set aside, now or earlier, and are still in the folder. */
  get damaged(): number {
    try {
      return readdirSync(this.#deps.folder).filter((name) => damagedName(name) !== undefined).length;
    } catch {
      // The folder has gone, for example with its disk.
      return this.#unreadable;
    }
  }

  get #unreadable(): number {
    return [...this.#files].filter(({ wasUnreadable }) => wasUnreadable).length;
  }

  /** Deletes what was set aside of some files, by the names that they had. Resolves with whether nothing of it is left. */
  async deleteSetAside(names: readonly string[]): Promise<boolean> {
    const { folder, log } = this.#deps;
    try {
      const all = await readdir(folder);
      const meant = all.filter((name) => names.includes(damagedName(name) ?? ''));
      for (const name of meant) await rm(join(folder, name), { force: true });
      if (meant.length > 0) await syncName(join(folder, KEY_FILE));
      return true;
    } catch (error) {
      log.error({ box: true, why: reasonOf(error, folder) }, 'Damaged files could not be deleted.');
      return false;
    }
  }

  /** Resolves once all written values are on the disk. */
  async flush() {
    await Promise.all([...this.#files].map((file) => file.flush()));
  }

  /** Flushes everything to the disk and releases the lock. What fails now is not tried again. */
  async close() {
    await Promise.all([...this.#files].map((file) => file.close()));
    await this.#unlock();
  }
}

/** Locks the folder. If the disk is full or does not support the lock, only logs a warning. */
async function lock(folder: string, log: Log): Promise<Result<() => Promise<void>, 'bad-data-dir'>> {
  try {
    const locked = await lockFolder(folder);
    return locked.ok ? locked : fail('bad-data-dir', `The data folder ${folder} ${locked.error.message}`);
  } catch (error) {
    log.warn(
      { box: true, why: reasonOf(error, folder) },
      'Data folder lock failed: make sure that no other Mantel uses this folder.'
    );
    return succeed(async () => {});
  }
}

/** Reads the key, or creates it. A truncated key decrypts nothing and is set aside. */
async function openKey(folder: string, clock: Clock, log: Log): Promise<Buffer> {
  const path = join(folder, KEY_FILE);
  const key = await ifThere(readFile(path));
  if (key) {
    if (((await stat(path)).mode & 0o777) !== 0o600) await chmod(path, 0o600);
    if (key.length === KEY_BYTES) return key;
    await rename(path, setAsideName(path, clock.now()));
    log.warn({ box: true, file: KEY_FILE }, 'Key file damaged: set aside. Stored data cannot be decrypted.');
  } else if (await hasStoredFiles(folder))
    log.warn({ box: true, file: KEY_FILE }, 'Key file missing: stored data cannot be decrypted.');
  const created = randomBytes(KEY_BYTES);
  await replaceFile(path, created);
  return created;
}
