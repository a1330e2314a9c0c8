import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock';
import type { Log } from '../log';
import { codeOf } from './error-code';
import { replaceFile } from './replace-file';
import { seal, unseal } from './seal';

/** One value that outlives the process. */
export interface StoredFile<T> {
  /** What was last written; the empty value where there is none, or none that can be read. */
  read(): Promise<T>;
  /**
   * Puts a value in the old one's place soon; many writes in a row become few on the disk, and a power cut leaves the old
   * value or the new one, never half. The value belongs to the file from then on: do not change it.
   */
  write(value: T): void;
  /** Resolves once everything written lies on the disk. What cannot be put there is logged, and goes with the next write. */
  flush(): Promise<void>;
}

/** A stored file without a disk: for tests. */
export function memoryFile<T>(value: T): StoredFile<T> {
  return {
    read: async () => value,
    write: (next) => void (value = next),
    flush: async () => undefined
  };
}

/** Everything that a sealed file stands on. */
interface Parts<T> {
  readonly folder: string;
  readonly name: string;
  readonly key: Buffer;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly empty: T;
  readonly clock: Clock;
  readonly log: Log;
}

/** A value as sealed JSON on the disk. A file that does not open is set aside, told of, and counts as empty. */
export class SealedFile<T> implements StoredFile<T> {
  readonly #parts: Parts<T>;
  readonly #path: string;
  #written: { readonly value: T } | undefined;
  #isStale = false;
  #writing: Promise<void> | undefined;

  constructor(parts: Parts<T>) {
    this.#parts = parts;
    this.#path = join(parts.folder, parts.name);
  }

  async read() {
    if (this.#written) return this.#written.value;
    const { key, name, schema, empty } = this.#parts;
    const sealed = await readIfThere(this.#path);
    if (sealed === undefined) return empty;
    const opened = unseal(key, name, sealed);
    const decoded = opened.ok ? decode(schema, opened.value) : opened;
    if (decoded.ok) return decoded.value;
    await this.#setAside(decoded.error.message);
    return empty;
  }

  write(value: T) {
    this.#written = { value };
    this.#isStale = true;
    this.#writing ??= this.#writeUntilFresh();
  }

  async flush() {
    if (this.#isStale) this.#writing ??= this.#writeUntilFresh();
    await this.#writing;
  }

  /** While one value goes to the disk, only the newest of those that come waits. */
  async #writeUntilFresh() {
    const { key, name, log } = this.#parts;
    await Promise.resolve();
    try {
      while (this.#isStale && this.#written) {
        this.#isStale = false;
        await replaceFile(this.#path, seal(key, name, Buffer.from(JSON.stringify(this.#written.value))));
      }
    } catch (error) {
      this.#isStale = true;
      log.error({ err: error, file: name }, 'What changed could not be put on the disk.');
    } finally {
      this.#writing = undefined;
    }
  }

  async #setAside(why: string) {
    const { clock, log, name } = this.#parts;
    const aside = `${name}.broken-${clock.now()}`;
    await rename(this.#path, join(this.#parts.folder, aside));
    log.warn({ file: name, aside, why }, 'A file cannot be read: it is set aside, and begun anew.');
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function decode<T>(schema: v.GenericSchema<unknown, T>, content: Buffer): Result<T, 'unreadable'> {
  try {
    const read = v.safeParse(schema, JSON.parse(content.toString()));
    return read.success ? succeed(read.output) : fail('unreadable', 'it does not hold what it should');
  } catch {
    return fail('unreadable', 'it is no JSON');
  }
}
