import { createHmac } from 'node:crypto';
import { readFile, rm, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import { replaceFile, syncName } from './replace-file';
import { sealValue, unsealValue } from './seal';
import type { StoreDeps, StoredFile } from './sealed-file';

/** What a sealed note depends on. */
interface SealedNoteDeps<T> extends Pick<StoreDeps, 'folder' | 'key'> {
  /** File name with a dot, so that backups skip the file. */
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, T>;
}

/**
 * A small encrypted file that passes a value between two processes of one owner. It is read from the disk each time. An unreadable
 * note counts as absent, because its loss is harmless.
 */
export class SealedNote<T> {
  readonly #deps: SealedNoteDeps<T>;
  readonly #path: string;

  constructor(deps: SealedNoteDeps<T>) {
    this.#deps = deps;
    this.#path = join(deps.folder, deps.name);
  }

  /** The current value; null if there is none. */
  async read(): Promise<T | null> {
    const { key, name, schema } = this.#deps;
    try {
      const read = unsealValue(key, name, schema, await readFile(this.#path));
      return read.ok ? read.value : null;
    } catch {
      return null;
    }
  }

  /** Replaces the value. It is on the disk when this resolves. Rejects if the write fails. */
  async write(value: T) {
    const { key, name } = this.#deps;
    await replaceFile(this.#path, sealValue(key, name, value));
  }

  /** Deletes the note. It is gone from the disk when this resolves. Rejects if that fails. */
  async remove() {
    await rm(this.#path, { force: true });
    await syncName(this.#path);
  }
}

/** What sealed files depend on. */
interface SealedFilesDeps<T> extends Pick<StoreDeps, 'folder' | 'key'> {
  /** Prefix of the file names: at most 7 lower-case letters. */
  readonly kind: string;
  readonly open: (name: string) => StoredFile<T | null>;
}

/** Number of hex digits after the prefix in a file name. */
const DIGITS = 24;

/**
 * Values of one kind in separate files of the data folder, so that a change writes one file only. Their names are keyed hashes, so a listing
 * of the folder reveals no ids.
 */
export class SealedFiles<T> {
  readonly #deps: SealedFilesDeps<T>;
  readonly #byName = new Map<string, StoredFile<T | null>>();

  constructor(deps: SealedFilesDeps<T>) {
    this.#deps = deps;
  }

  /** Reads all readable values. */
  async readAll(): Promise<T[]> {
    const { folder, kind } = this.#deps;
    const pattern = new RegExp(`^${kind}-[0-9a-f]{${DIGITS}}$`);
    const names = (await readdir(folder)).filter((name) => pattern.test(name));
    const values = await Promise.all(names.map((name) => this.#open(name).read()));
    return values.filter((value) => value !== null);
  }

  /** The file of one value. The value is null before the first write. */
  file(id: string): StoredFile<T | null> {
    const { key, kind } = this.#deps;
    const digest = createHmac('sha256', key).update(`mantel name ${kind} ${id}`).digest('hex');
    return this.#open(`${kind}-${digest.slice(0, DIGITS)}`);
  }

  #open(name: string) {
    const file = this.#byName.get(name) ?? this.#deps.open(name);
    this.#byName.set(name, file);
    return file;
  }
}
