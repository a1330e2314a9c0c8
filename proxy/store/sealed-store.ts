import type * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/clock';
import type { Log } from '../platform/log';
import { KEY_FILE, prepareFolder, whyNot } from './data-folder';
import { EndSlots } from './end-slots';
import { LOCKS, lockFolder } from './folder-lock';
import { isUnfinished, replaceFile } from './replace-file';
import type { SchemaVersion } from './schema-version';
import { KEY_BYTES } from './seal';
import { isSetAside, SealedFile, setAsideName, type StoredFile } from './sealed-file';
import { SealedFiles, type StoredFiles } from './sealed-files';
import { SealedNote } from './sealed-note';

/** The folder in which everything lies that is kept, each file sealed by the key that lies beside them. */
export class SealedStore {
  readonly #folder: string;
  readonly #key: Buffer;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #unlock: () => Promise<void>;
  readonly #files: Pick<SealedFile<unknown>, 'flush' | 'wasUnreadable'>[] = [];

  private constructor(parts: {
    folder: string;
    key: Buffer;
    unlock: () => Promise<void>;
    clock: Clock;
    log: Log;
  }) {
    this.#folder = parts.folder;
    this.#key = parts.key;
    this.#unlock = parts.unlock;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /**
   * Opens the folder for this process alone, and makes it where there is none. `bad-data-dir`, with a sentence for the owner, where
   * that cannot be; what this process may not do there is found out now, not with the first sign-in.
   */
  static async open(
    folder: string,
    { clock, log }: { clock: Clock; log: Log }
  ): Promise<Result<SealedStore, 'bad-data-dir'>> {
    let unlock = async () => {};
    try {
      const unfit = await prepareFolder(folder);
      if (unfit !== undefined) return fail('bad-data-dir', `The data folder ${folder} ${unfit}`);
      const locked = await lock(folder, log);
      if (!locked.ok) return locked;
      unlock = locked.value;
      await removeUnfinished(folder);
      const key = await openKey(folder, clock, log);
      return succeed(new SealedStore({ folder, key, unlock, clock, log }));
    } catch (error) {
      await unlock();
      return fail('bad-data-dir', `The data folder ${folder} ${whyNot(error)}`);
    }
  }

  /**
   * One value of the store; `empty` is what it is before anything was written.
   * @param version of the shape that `schema` reads; a file of a later one is set aside
   */
  file<T>(
    name: string,
    schema: v.GenericSchema<unknown, T>,
    empty: T,
    version: SchemaVersion = 0
  ): StoredFile<T> {
    const file = new SealedFile({
      folder: this.#folder,
      key: this.#key,
      clock: this.#clock,
      log: this.#log,
      name,
      schema,
      version,
      empty
    });
    this.#files.push(file);
    return file;
  }

  /** Values of one kind, a file each; see `SealedFiles`. */
  files<T>(kind: string, schema: v.GenericSchema<unknown, T>, version: SchemaVersion): StoredFiles<T> {
    const open = (name: string) => this.file<T | null>(name, schema, null, version);
    return new SealedFiles({ folder: this.#folder, key: this.#key, kind, open });
  }

  /** A small value that another process of the same owner may write; see `SealedNote`. */
  note<T>(name: string, schema: v.GenericSchema<unknown, T>): SealedNote<T> {
    return new SealedNote({ folder: this.#folder, name, key: this.#key, schema });
  }

  /** A list that can be written on a full disk; see `EndSlots`. Whoever opens it closes it. */
  endSlots(name: string): ReturnType<typeof EndSlots.open> {
    return EndSlots.open({ folder: this.#folder, key: this.#key, log: this.#log, name });
  }

  /** Whether a file could not be read: one that was ever set aside and still lies there, or one that even that could not be done to. */
  async hasUnreadable(): Promise<boolean> {
    return (
      this.#files.some(({ wasUnreadable }) => wasUnreadable) || (await readdir(this.#folder)).some(isSetAside)
    );
  }

  /** Resolves once everything written lies on the disk. */
  async flush() {
    await Promise.all(this.#files.map((file) => file.flush()));
  }

  /** Puts everything on the disk, and leaves the folder to the next who opens it. */
  async close() {
    await this.flush();
    await this.#unlock();
  }
}

/** Takes away what a process left behind that was killed while it wrote. */
async function removeUnfinished(folder: string) {
  const names = await readdir(folder);
  await Promise.all(names.filter(isUnfinished).map((name) => rm(join(folder, name), { force: true })));
}

/** Keeps others out. Where a disk takes no lock, for it is full or of another kind, a warning has to do. */
async function lock(folder: string, log: Log): Promise<Result<() => Promise<void>, 'bad-data-dir'>> {
  try {
    const locked = await lockFolder(folder);
    if (locked.ok) return locked;
    return fail(
      'bad-data-dir',
      `The data folder ${folder} is in use by another Mantel: end that one, or name another folder with --data-dir.`
    );
  } catch (error) {
    log.warn({ err: error }, 'Data folder lock failed: make sure that no other Mantel uses this folder.');
    return succeed(async () => {});
  }
}

/** The key, made where there is none. One that is cut short opens nothing: it is set aside like any file. */
async function openKey(folder: string, clock: Clock, log: Log): Promise<Buffer> {
  const path = join(folder, KEY_FILE);
  const names = await readdir(folder);
  if (names.includes(KEY_FILE)) {
    const key = await readFile(path);
    await chmod(path, 0o600);
    if (key.length === KEY_BYTES) return key;
    await rename(path, setAsideName(path, clock.now()));
    log.warn({ file: KEY_FILE }, 'Key file truncated: set aside. Everybody has to sign in again.');
  } else if (names.some((name) => name !== LOCKS && !name.includes('.'))) {
    log.warn(
      { file: KEY_FILE },
      'Key file missing: stored data cannot be opened. Everybody has to sign in again.'
    );
  }
  const key = randomBytes(KEY_BYTES);
  await replaceFile(path, key);
  return key;
}
