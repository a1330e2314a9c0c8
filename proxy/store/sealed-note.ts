import * as v from 'valibot';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file';
import { seal, unseal } from './seal';
import { syncName } from './write-through';

/** What a sealed note depends on. */
interface SealedNoteDeps<T> {
  readonly folder: string;
  /** File name with a dot, so that backups skip the file. */
  readonly name: string;
  readonly key: Buffer;
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
      const opened = unseal(key, name, await readFile(this.#path));
      if (!opened.ok) return null;
      const read = v.safeParse(schema, JSON.parse(opened.value.toString()));
      return read.success ? read.output : null;
    } catch {
      return null;
    }
  }

  /** Replaces the value. It is on the disk when this resolves. Rejects if the write fails. */
  async write(value: T) {
    const { key, name } = this.#deps;
    await replaceFile(this.#path, seal(key, name, Buffer.from(JSON.stringify(value))));
  }

  /** Deletes the note. It is gone from the disk when this resolves. Rejects if that fails. */
  async remove() {
    await rm(this.#path, { force: true });
    await syncName(this.#path);
  }
}
