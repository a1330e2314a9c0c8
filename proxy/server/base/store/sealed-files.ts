import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { RemovableFile, StoreDeps, StoredFile } from './sealed-file';

/** What sealed files depend on. */
interface SealedFilesDeps<T> extends Pick<StoreDeps, 'folder' | 'key'> {
  /** Prefix of the file names: at most 7 lower-case letters. */
  readonly kind: string;
  readonly open: (name: string) => OpenFile<T>;
}

/** A file of one value, and what releases it. */
interface OpenFile<T> {
  readonly file: RemovableFile<T | null>;
  readonly drop: () => void;
}

/** Number of hex digits after the prefix in a file name. */
const DIGITS = 24;

/**
 * Values of one kind in separate files of the data folder, so that a change writes one file only. Their names are keyed hashes, so a listing
 * of the folder reveals no ids.
 */
export class SealedFiles<T> {
  readonly #deps: SealedFilesDeps<T>;
  readonly #byName = new Map<string, OpenFile<T>>();

  constructor(deps: SealedFilesDeps<T>) {
    this.#deps = deps;
  }

  /** Reads all readable values. */
  async readAll(): Promise<T[]> {
    const { folder, kind } = this.#deps;
    const pattern = new RegExp(`^${kind}-[0-9a-f]{${DIGITS}}$`);
    const names = (await readdir(folder)).filter((name) => pattern.test(name));
    const values = await Promise.all(names.map((name) => this.#open(name).file.read()));
    return values.filter((value) => value !== null);
  }

  /** The file of one value. The value is null before the first write. */
  file(id: string): StoredFile<T | null> {
    return this.#open(this.#nameOf(id)).file;
  }

  /**
   * Deletes the file of one value, whether it was read or not, and what was set aside of it. Resolves with whether that is gone from the disk;
   * see `RemovableFile`.
   */
  async remove(id: string): Promise<boolean> {
    const name = this.#nameOf(id);
    const open = this.#open(name);
    const isGone = await open.file.remove();
    // It may have been written again meanwhile.
    if (isGone && open.file.isRemoved && this.#byName.get(name) === open) {
      this.#byName.delete(name);
      open.drop();
    }
    return isGone;
  }

  #nameOf(id: string) {
    const { key, kind } = this.#deps;
    const digest = createHmac('sha256', key).update(`mantel name ${kind} ${id}`).digest('hex');
    return `${kind}-${digest.slice(0, DIGITS)}`;
  }

  #open(name: string) {
    const open = this.#byName.get(name) ?? this.#deps.open(name);
    this.#byName.set(name, open);
    return open;
  }
}
