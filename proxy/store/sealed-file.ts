import * as v from 'valibot';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/clock';
import type { Log } from '../platform/log';
import { codeOf } from './error-code';
import { replaceFile } from './replace-file';
import { encodeVersioned, decodeVersioned, type SchemaVersion } from './schema-version';
import { seal, unseal } from './seal';
import { syncName } from './write-through';

/** One value that outlives the process. */
export interface StoredFile<T> {
  /** What was last written; the empty value where there is none, or none that can be read. */
  read(): Promise<T>;
  /**
   * Puts a value in the old one's place soon; many writes in a row become few on the disk, and a power cut leaves the old
   * value or the new one, never half. The value belongs to the file from then on: do not change it.
   */
  write(value: T): void;
  /**
   * Resolves once everything written lies on the disk, with whether it does. What cannot be put there is logged, and tried again.
   */
  flush(): Promise<boolean>;
}

/** A stored file without a disk: for tests. */
export function memoryFile<T>(value: T): StoredFile<T> {
  return {
    read: async () => value,
    write: (next) => void (value = next),
    flush: async () => true
  };
}

/** Everything that a sealed file stands on. */
interface Parts<T> {
  readonly folder: string;
  readonly name: string;
  readonly key: Buffer;
  /** Reads values of `version`, and of those before it. */
  readonly schema: v.GenericSchema<unknown, T>;
  readonly version: SchemaVersion;
  readonly empty: T;
  readonly clock: Clock;
  readonly log: Log;
}

/** The name that a file gets which cannot be read, or was written by a newer version, at a time in ms since the epoch. */
export const setAsideName = (name: string, now: number, why: 'broken' | 'newer' = 'broken') =>
  `${name}.${why}-${now}`;

/** Whether a name is one of those. */
export const isSetAside = (name: string) => /\.(?:broken|newer)-\d+$/.test(name);

/** Why a file gives no value. */
type Unread = Failure<'unreadable' | 'newer'>;

/** What could not be put on the disk is tried again after this time, in ms, if nothing changes before. */
const RETRY_INTERVAL_MS = 60_000;

/** What is said then, by the system's word for the reason. */
const UNWRITTEN: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: what changed is kept in memory alone until there is room.',
  EDQUOT: 'The disk is full: what changed is kept in memory alone until there is room.',
  EROFS: 'The disk can only be read: what changed is kept in memory alone until it can be written.',
  EACCES: 'The data folder is closed to us: what changed is kept in memory alone until it is open.'
};
const UNWRITTEN_SOMEHOW =
  'What changed could not be put on the disk, and is kept in memory alone until it can.';

/**
 * A value as sealed JSON on the disk. A file that does not open is set aside, logged, and counts as empty. One that a newer version
 * wrote is taken back by the first version that can read it, if nothing was written in its place meanwhile.
 */
export class SealedFile<T> implements StoredFile<T> {
  readonly #parts: Parts<T>;
  readonly #path: string;
  #written: { readonly value: T } | undefined;
  #isStale = false;
  #wasUnreadable = false;
  #writing: Promise<boolean> | undefined;
  #cancelRetry = () => {};

  constructor(parts: Parts<T>) {
    this.#parts = parts;
    this.#path = join(parts.folder, parts.name);
  }

  /** Whether what lay on the disk could not be read, be it that it was set aside or not. */
  get wasUnreadable(): boolean {
    return this.#wasUnreadable;
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

  /** While one value goes to the disk, only the newest of those that come waits. */
  async #writeUntilFresh() {
    const { key, name, version, clock, log } = this.#parts;
    this.#cancelRetry();
    await Promise.resolve();
    try {
      while (this.#isStale && this.#written) {
        this.#isStale = false;
        const content = encodeVersioned(version, this.#written.value);
        await replaceFile(this.#path, seal(key, name, content));
      }
      return true;
    } catch (error) {
      this.#isStale = true;
      this.#cancelRetry = clock.after(RETRY_INTERVAL_MS, () => void this.flush());
      log.error({ err: error, file: name }, UNWRITTEN[String(codeOf(error))] ?? UNWRITTEN_SOMEHOW);
      return false;
    } finally {
      this.#writing = undefined;
    }
  }

  /** What a file of the disk holds; undefined where there is none. */
  async #open(path: string): Promise<Result<T, Unread['code']> | undefined> {
    const { key, name, schema, version } = this.#parts;
    try {
      const opened = unseal(key, name, await readFile(path));
      if (!opened.ok) return opened;
      return decode(schema, opened.value, version);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      return fail('unreadable', error instanceof Error ? error.message : String(error));
    }
  }

  /** The newest value that an older version set aside for its newness, back in its place; undefined where none can be read. */
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
        log.info({ file: name, aside }, 'File restored that an older version had set aside.');
      } catch (error) {
        log.error(
          { err: error, file: name, aside },
          'File not restored after it was set aside: it is read where it is.'
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
          ? 'File of a newer version: set aside for that version. Starting with an empty one.'
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

/** A value as a file holds it; `unreadable` where it is none, `newer` where its schema version is later than the one known here. */
export function decode<T>(
  schema: v.GenericSchema<unknown, T>,
  content: Buffer,
  version: SchemaVersion = 0
): Result<T, Unread['code']> {
  const value = decodeVersioned(version, content);
  if (!value.ok) return value;
  const read = v.safeParse(schema, value.value);
  return read.success ? succeed(read.output) : fail('unreadable', 'it does not hold what it should');
}
