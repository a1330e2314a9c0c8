import { fail, succeed, type Result } from '#shared/errors';
import { access, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { KEY_FILE } from '../store/data-folder';
import { codeOf } from '../store/error-code';
import { syncName, writeThrough } from '../store/write-through';
import { FILE_NAME, isOurs, readArchive, writeArchive, type Contents } from './archive';
import type { NoPassphrase } from './passphrase';
import { sealArchive, unsealArchive } from './sealed-archive';

/** A program that runs may write while we read: then it is read again, so often. */
const MAX_READ_ATTEMPTS = 10;

/** What to back up, and where to. */
interface BackUpOptions {
  readonly dataDir: string;
  /** The path of the new file. It must not exist. */
  readonly file: string;
  /** Asks for the passphrase, after all other checks. With null the backup is not encrypted. */
  readonly passphrase: () => Promise<Result<string | null, NoPassphrase>>;
}

/**
 * Writes a data folder to one new file, which only its owner can read, and verifies it. The program can run meanwhile:
 * the copy is consistent.
 * @returns the names of files that were left out because the key does not decrypt them; `no-backup` with a message for the owner
 */
export async function backUp(
  options: BackUpOptions
): Promise<Result<readonly string[], 'no-backup' | NoPassphrase>> {
  const { dataDir, file } = options;
  try {
    if (!(await isThere(join(dataDir, KEY_FILE))))
      return refuse(`There is no data folder of Mantel at ${dataDir}.`);
    if (await liesIn(file, dataDir))
      return refuse('A backup does not lie in the data folder itself: name another place.');
    if (await isThere(file)) return isInTheWay(file);
    const passphrase = await options.passphrase();
    if (!passphrase.ok) return passphrase;
    const all = await readSettled(dataDir);
    const key = all?.get(KEY_FILE);
    if (!all || !key) return refuse(`The data folder ${dataDir} changes all the time: try again.`);
    const ours = new Map([...all].filter(([name, content]) => isOurs(name, content, key)));
    if (await write(file, ours, passphrase.value))
      return succeed([...all.keys()].filter((name) => !ours.has(name)));
    return refuse(`The backup could not be read back, and was taken away: do not trust the disk of ${file}.`);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return isInTheWay(file);
    return refuse(`No backup could be made: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const refuse = (message: string) => fail('no-backup', message);

const isInTheWay = (file: string) => refuse(`${file} is there already, and stays as it is.`);

/** Whether a file would lie in a folder, by whatever links that is reached. */
async function liesIn(file: string, folder: string): Promise<boolean> {
  const place = await realpath(dirname(resolve(file)));
  return `${place}${sep}`.startsWith((await realpath(folder)) + sep);
}

async function isThere(path: string) {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Writes a new file, and tells whether it can be read back. One that cannot, or was not written to its end, is taken away again. */
async function write(file: string, contents: Contents, passphrase: string | null): Promise<boolean> {
  await writeThrough(file, Buffer.alloc(0), 'wx');
  let isWhole = false;
  try {
    await writeThrough(file, await archiveOf(contents, passphrase), 'w');
    await syncName(resolve(file));
    isWhole = await readsBack(await readFile(file), contents, passphrase);
  } finally {
    if (!isWhole) await rm(file, { force: true });
  }
  return isWhole;
}

async function archiveOf(contents: Contents, passphrase: string | null) {
  const archive = writeArchive(contents);
  return passphrase === null ? archive : sealArchive(archive, passphrase);
}

/** Whether a backup opens, and holds these files to the last bit. */
export async function readsBack(
  backup: Buffer,
  contents: Contents,
  passphrase: string | null
): Promise<boolean> {
  const archive = passphrase === null ? succeed(backup) : await unsealArchive(backup, passphrase);
  const read = archive.ok ? readArchive(archive.value) : archive;
  if (!read.ok || read.value.size !== contents.size) return false;
  return [...contents].every(([name, content]) => read.value.get(name)?.equals(content));
}

/** Reads the folder until nothing changed from the beginning of a reading to its end. */
async function readSettled(folder: string): Promise<Contents | undefined> {
  for (let reading = 0; reading < MAX_READ_ATTEMPTS; reading++) {
    const before = await lookAt(folder);
    const contents = new Map<string, Buffer>();
    for (const [name] of before) contents.set(name, await readFile(join(folder, name)));
    if (JSON.stringify(await lookAt(folder)) === JSON.stringify(before)) return contents;
  }
  return undefined;
}

/** Each file of ours, and by what its next version differs. Files are replaced whole, never written into. */
async function lookAt(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && FILE_NAME.test(entry.name))
    .map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const { ino, mtimeMs, size } = await stat(join(folder, name));
      return [name, ino, mtimeMs, size] as const;
    })
  );
}
