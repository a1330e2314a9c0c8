import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import { replaceFile, syncName } from './replace-file';
import { sealValue, unsealValue } from './seal';
import type { StoreDeps } from './sealed-file';

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
