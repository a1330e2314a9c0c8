import type * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../clock';
import type { Log } from '../log';
import { codeOf } from './error-code';
import { replaceFile } from './replace-file';
import { KEY_BYTES } from './seal';
import { SealedFile, type StoredFile } from './sealed-file';

const KEY_FILE = 'key';

/** What nobody but the owner may look into: the bits of group and others. */
const OTHERS = 0o077;

/** The folder in which everything lies that is kept, each file sealed by the key that lies beside them. */
export class SealedStore {
  readonly #folder: string;
  readonly #key: Buffer;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #files: Pick<StoredFile<unknown>, 'flush'>[] = [];

  private constructor(folder: string, key: Buffer, clock: Clock, log: Log) {
    this.#folder = folder;
    this.#key = key;
    this.#clock = clock;
    this.#log = log;
  }

  /** Opens the folder, and makes it where there is none. `bad-data-dir`, with a sentence for the owner, where that cannot be. */
  static async open(
    folder: string,
    { clock, log }: { clock: Clock; log: Log }
  ): Promise<Result<SealedStore, 'bad-data-dir'>> {
    try {
      await makeFolder(folder);
      const unfit = await whyUnfit(folder);
      if (unfit !== undefined) return fail('bad-data-dir', `${folder} ${unfit}`);
      await chmod(folder, 0o700);
      return succeed(new SealedStore(folder, await openKey(folder, clock, log), clock, log));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return fail('bad-data-dir', `The data folder ${folder} cannot be used: ${why}.`);
    }
  }

  /** One value of the store; `empty` is what it is before anything was written. */
  file<T>(name: string, schema: v.GenericSchema<unknown, T>, empty: T): StoredFile<T> {
    const file = new SealedFile({
      folder: this.#folder,
      key: this.#key,
      clock: this.#clock,
      log: this.#log,
      name,
      schema,
      empty
    });
    this.#files.push(file);
    return file;
  }

  /** Resolves once everything written lies on the disk. */
  async flush() {
    await Promise.all(this.#files.map((file) => file.flush()));
  }
}

/** Makes a folder and those above it, for the owner alone. (Node's own `recursive` never ends where nothing can be made.) */
async function makeFolder(folder: string) {
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await make();
  }
}

/** Why a folder cannot be ours, as the rest of a sentence; undefined where it can. */
async function whyUnfit(folder: string) {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.())
    return 'belongs to another user: run as that one, or name another folder with --data-dir.';
  const names = await readdir(folder);
  const isForeign = names.length > 0 && !names.includes(KEY_FILE);
  // Closing it to others could break what it is for: a home, or the folder of temporary files.
  if ((mode & OTHERS) !== 0 && isForeign)
    return 'is open to others and holds other things: name a folder of its own with --data-dir.';
  return undefined;
}

/** The key, made where there is none. One that is cut short opens nothing: it is set aside like any file. */
async function openKey(folder: string, clock: Clock, log: Log): Promise<Buffer> {
  const path = join(folder, KEY_FILE);
  const names = await readdir(folder);
  if (names.includes(KEY_FILE)) {
    const key = await readFile(path);
    await chmod(path, 0o600);
    if (key.length === KEY_BYTES) return key;
    await rename(path, `${path}.broken-${clock.now()}`);
    log.warn(
      { file: KEY_FILE },
      'The key is cut short: it is set aside, and everybody has to sign in again.'
    );
  }
  const key = randomBytes(KEY_BYTES);
  await replaceFile(path, key);
  return key;
}
