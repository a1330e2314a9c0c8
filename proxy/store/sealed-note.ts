import * as v from 'valibot';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file';
import { seal, unseal } from './seal';
import { syncName } from './write-through';

/** Where a note lies, and what seals it. */
interface SealedNoteDeps<T> {
  readonly folder: string;
  /** With a dot in it, so that no backup takes the note along. */
  readonly name: string;
  readonly key: Buffer;
  readonly schema: v.GenericSchema<unknown, T>;
}

/**
 * A small sealed file that two processes of one owner pass a value by: it is read from the disk each time. One that cannot be read counts
 * as absent, for nothing is lost with it.
 */
export class SealedNote<T> {
  readonly #deps: SealedNoteDeps<T>;
  readonly #path: string;

  constructor(deps: SealedNoteDeps<T>) {
    this.#deps = deps;
    this.#path = join(deps.folder, deps.name);
  }

  /** What it says now; null where there is none. */
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

  /** Puts a value in the place of the old one; it lies on the disk when this resolves. Rejects where it cannot. */
  async write(value: T) {
    const { key, name } = this.#deps;
    await replaceFile(this.#path, seal(key, name, Buffer.from(JSON.stringify(value))));
  }

  /** Takes it away, for good when this resolves. Rejects where it cannot. */
  async remove() {
    await rm(this.#path, { force: true });
    await syncName(this.#path);
  }
}
