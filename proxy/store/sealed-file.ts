import type * as v from 'valibot';
import { fail, type Failure, type Result } from '#shared/errors';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/clock';
import type { Log } from '../platform/log';
import { codeOf, ifThere, reasonOf } from './errors';
import { replaceFile, syncName } from './replace-file';
import { type SchemaVersion, sealValue, unsealValue } from './seal';

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

/** A stored file in memory, for tests. */
export function memoryFile<T>(value: T): StoredFile<T> {
  return {
    read: async () => value,
    write: (next) => void (value = next),
    flush: async () => true
  };
}

/** What the files of a store depend on. */
export interface StoreDeps {
  readonly folder: string;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a sealed file depends on. */
interface Parts<T> extends StoreDeps {
  readonly name: string;
  /** Reads values of `version` and of earlier versions. */
  readonly schema: v.GenericSchema<unknown, T>;
  readonly version: SchemaVersion;
  readonly empty: T;
}

/** The name under which an unreadable file, or one of a newer version, is set aside. `now` is in ms since the epoch. */
export const setAsideName = (name: string, now: number, why: 'broken' | 'newer' = 'broken') =>
  `${name}.${why}-${now}`;

/** Whether a name is that of a file that was set aside. */
export const isSetAside = (name: string) => /\.(?:broken|newer)-\d+$/.test(name);

/** The name that a damaged file had before it was set aside; undefined for other files. */
export const damagedName = (name: string): string | undefined => /^(.+)\.broken-\d+$/.exec(name)?.[1];

/** Why a file cannot be read. */
type Unread = Failure<'unreadable' | 'newer'>;

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

/**
 * A value as encrypted JSON on the disk. An unreadable file is set aside, logged, and counts as empty. A file of a newer version is
 * restored by the first version that can read it, unless a new value was written in the meantime.
 */
export class SealedFile<T> implements StoredFile<T> {
  readonly #parts: Parts<T>;
  readonly #path: string;
  #written: { readonly value: T } | undefined;
  #isStale = false;
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

  /** Whether the last write failed, so that the newest value is in memory only. */
  get isUnwritten(): boolean {
    return this.#isUnwritten;
  }

  async read() {
    if (this.#written) return this.#written.value;
    const { empty } = this.#parts;
    const read = (await this.#open(this.#path)) ?? (await this.#takeBack());
    if (!read) return empty;
    if (read.ok) return read.value;
    this.#wasUnreadable = true;
    await this.#setAside(read.error);
    return empty;
  }

  write(value: T) {
    this.#written = { value };
    this.#isStale = true;
    this.#writing ??= this.#writeUntilFresh();
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

  /** Writes until the disk has the newest value. Values that are replaced during a write are skipped. */
  async #writeUntilFresh() {
    const { key, name, version, clock, log } = this.#parts;
    this.#cancelRetry();
    await Promise.resolve();
    try {
      while (this.#isStale && this.#written) {
        this.#isStale = false;
        await replaceFile(this.#path, sealValue(key, name, version, this.#written.value));
      }
      this.#isUnwritten = false;
      return true;
    } catch (error) {
      this.#isStale = true;
      this.#isUnwritten = true;
      this.#cancelRetry = clock.after(RETRY_INTERVAL_MS, () => void this.flush());
      const known = WRITE_ERRORS[String(codeOf(error))];
      if (known === undefined) log.error({ err: error, file: name }, OTHER_WRITE_ERROR);
      else log.error({ file: name }, known);
      return false;
    } finally {
      this.#writing = undefined;
    }
  }

  /** Reads and decodes a file; undefined if it does not exist. */
  async #open(path: string): Promise<Result<T, Unread['code']> | undefined> {
    const { key, name, schema, version } = this.#parts;
    try {
      const sealed = await ifThere(readFile(path));
      return sealed && unsealValue(key, name, schema, version, sealed);
    } catch (error) {
      return fail('unreadable', reasonOf(error, path));
    }
  }

  /** Restores the newest readable file that an older version set aside; undefined if there is none. */
  async #takeBack(): Promise<Result<T, Unread['code']> | undefined> {
    const { folder, log, name } = this.#parts;
    const prefix = `${name}.newer-`;
    const times = (await readdir(folder))
      .filter((each) => each.startsWith(prefix) && isSetAside(each))
      .map((each) => Number(each.slice(prefix.length)))
      .sort((one, other) => other - one);
    for (const time of times) {
      const aside = setAsideName(name, time, 'newer');
      const read = await this.#open(join(folder, aside));
      if (!read?.ok) continue;
      try {
        await rename(join(folder, aside), this.#path);
        await syncName(this.#path);
        log.info({ file: name, aside }, 'File that an older version had set aside restored.');
      } catch (error) {
        log.error(
          { err: error, file: name, aside },
          'Restore of a file that was set aside failed: it is read under that name.'
        );
      }
      return read;
    }
    return undefined;
  }

  async #setAside({ code, message: why }: Unread) {
    const { folder, clock, log, name } = this.#parts;
    const aside = setAsideName(name, clock.now(), code === 'newer' ? 'newer' : 'broken');
    try {
      await rename(this.#path, join(folder, aside));
      await syncName(this.#path);
      log.warn(
        { file: name, aside, why },
        code === 'newer'
          ? 'File written by a newer version: set aside for that version. Starting with an empty one.'
          : 'File unreadable: set aside. Starting with an empty one.'
      );
    } catch (error) {
      log.error(
        { err: error, file: name, why },
        'File unreadable and not set aside. Starting with an empty one.'
      );
    }
  }
}
