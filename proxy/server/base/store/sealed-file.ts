import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { fail, type Result } from '#shared/errors';
import type { Log } from '../platform/log';
import { codeOf, ifThere, reasonOf } from './errors';
import { syncName } from './replace-file';
import { sealValue, unsealValue } from './seal';

/** A persisted value. */
export interface StoredFile<T> {
  /** The last written value; the empty value if there is none or it is unreadable. */
  read(): Promise<T>;
  /**
   * Replaces the value soon. Several writes in a row are merged, and a power cut leaves either the old value or the new one.
   * Do not mutate the value afterwards.
   */
  write(value: T): void;
  /** Resolves once the last value is on the disk, or with false if that failed. A failed write is logged and tried again. */
  flush(): Promise<boolean>;
}

/** A persisted value whose file can be deleted. */
export interface RemovableFile<T> extends StoredFile<T> {
  /**
   * Deletes the file, and what was set aside of it, in place of what is unwritten; the value is empty from then on. Resolves with whether
   * they are gone from the disk. A failure is logged, and tried again like a failed write.
   */
  remove(): Promise<boolean>;
  /** Whether it was removed, and not written since. */
  readonly isRemoved: boolean;
}

/** What the files of a store depend on. */
export interface StoreDeps {
  readonly folder: string;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes the content of a file. It is on the disk when this resolves. Rejects with the system's error. */
export type WriteFile = (path: string, content: Buffer) => Promise<void>;

/** What a sealed file depends on. */
interface Parts<T> extends StoreDeps {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly empty: T;
  readonly put: WriteFile;
}

/** The name under which an unreadable file is set aside. `now` is in ms since the epoch. */
export const setAsideName = (name: string, now: number) => `${name}.broken-${now}`;

/** The name that a file had before it was set aside; undefined for other files. */
export const damagedName = (name: string): string | undefined => /^(.+)\.broken-\d+$/.exec(name)?.[1];

/** A failed write is tried again after this time, in ms, or with the next change. */
const RETRY_INTERVAL_MS = 60_000;

/** Log messages of a failed write, by the system's error code. */
const WRITE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'Disk full: changes are kept in memory only until there is space.',
  EDQUOT: 'Disk full: changes are kept in memory only until there is space.',
  EROFS: 'Disk read-only: changes are kept in memory only until it is writable.',
  EACCES: 'Data folder not writable: changes are kept in memory only until it is.'
};
const OTHER_WRITE_ERROR =
  'Write to the data folder failed: changes are kept in memory only until it succeeds.';

/** A value as encrypted JSON on the disk. An unreadable file is set aside, logged, and counts as empty. */
export class SealedFile<T> implements RemovableFile<T> {
  readonly #parts: Parts<T>;
  readonly #path: string;
  #written: { readonly value: T } | undefined;
  #isStale = false;
  #isRemoved = false;
  #wasUnreadable = false;
  #isUnwritten = false;
  #writing: Promise<boolean> | undefined;
  #cancelRetry = () => {};

  constructor(parts: Parts<T>) {
    this.#parts = parts;
    this.#path = join(parts.folder, parts.name);
  }

  /** Whether the file on the disk was unreadable, even if it was set aside. */
  get wasUnreadable(): boolean {
    return this.#wasUnreadable;
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** Whether the last write or deletion failed, so that the newest value is in memory only. */
  get isUnwritten(): boolean {
    return this.#isUnwritten;
  }

  async read() {
    if (this.#written) return this.#written.value;
    const { empty } = this.#parts;
    const read = await this.#open();
    if (!read) return empty;
    if (read.ok) return read.value;
    this.#wasUnreadable = true;
    await this.#setAside(read.error.message);
    return empty;
  }

  write(value: T) {
    this.#isRemoved = false;
    this.#replace(value);
  }

  remove() {
    this.#isRemoved = true;
    this.#replace(this.#parts.empty);
    return this.flush();
  }

  async flush() {
    if (this.#isStale) this.#writing ??= this.#writeUntilFresh();
    return (await this.#writing) ?? true;
  }

  /** Writes what is unwritten a last time. A failed write is not tried again: by then the folder may have another owner. */
  async close() {
    await this.flush();
    this.#cancelRetry();
  }

  #replace(value: T) {
    this.#written = { value };
    this.#isStale = true;
    this.#writing ??= this.#writeUntilFresh();
  }

  /** Writes or deletes until the disk has the newest value. Values that are replaced during a write are skipped. */
  async #writeUntilFresh() {
    const { key, name, put, clock, log } = this.#parts;
    this.#cancelRetry();
    await Promise.resolve();
    try {
      while (this.#isStale && this.#written) {
        this.#isStale = false;
        if (this.#isRemoved) await this.#delete();
        else await put(this.#path, sealValue(key, name, this.#written.value));
      }
      this.#isUnwritten = false;
      return true;
    } catch (error) {
      this.#isStale = true;
      this.#isUnwritten = true;
      this.#cancelRetry = clock.after(RETRY_INTERVAL_MS, () => void this.flush());
      const known = WRITE_ERRORS[String(codeOf(error))];
      if (known === undefined) log.error({ box: true, err: error, file: name }, OTHER_WRITE_ERROR);
      else log.error({ box: true, file: name }, known);
      return false;
    } finally {
      this.#writing = undefined;
    }
  }

  async #delete() {
    const { folder, name } = this.#parts;
    for (const each of await readdir(folder))
      if (each === name || damagedName(each) === name) await rm(join(folder, each), { force: true });
    await syncName(this.#path);
  }

  /** Reads and decodes the file; undefined if it does not exist. */
  async #open(): Promise<Result<T, 'unreadable'> | undefined> {
    const { key, name, schema } = this.#parts;
    try {
      const sealed = await ifThere(readFile(this.#path));
      return sealed && unsealValue(key, name, schema, sealed);
    } catch (error) {
      return fail('unreadable', reasonOf(error, this.#path));
    }
  }

  async #setAside(why: string) {
    const { folder, clock, log, name } = this.#parts;
    const aside = setAsideName(name, clock.now());
    try {
      await rename(this.#path, join(folder, aside));
      await syncName(this.#path);
      log.warn(
        { box: true, file: name, aside, why },
        'File unreadable: set aside. Starting with an empty one.'
      );
    } catch (error) {
      log.error(
        { box: true, err: error, file: name, why },
        'File unreadable and not set aside. Starting with an empty one.'
      );
    }
  }
}
