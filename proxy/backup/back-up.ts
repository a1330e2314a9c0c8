import { fail, succeed, type Result } from '#shared/errors';
import { constants } from 'node:fs';
import { access, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { KEY_FILE } from '../store/data-folder';
import { codeOf } from '../store/error-code';
import { reasonOf } from '../store/error-reason';
import { syncName, writeThrough } from '../store/write-through';
import { FILE_NAME, isOurs, readArchive, writeArchive, type Contents } from './archive';
import type { NoPassphrase } from './passphrase';
import { sealArchive, unsealArchive } from './sealed-archive';

/** A running program may write during the read. The folder is then read again, at most this often. */
const MAX_READ_ATTEMPTS = 10;

/** Reads no file behind a link: root backs up a folder of the service's user. */
const UNLINKED = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Options of a backup. */
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
      return refuse('A backup cannot be stored in the data folder itself: name another folder.');
    if (await isThere(file)) return isInTheWay(file);
    const passphrase = await options.passphrase();
    if (!passphrase.ok) return passphrase;
    const all = await readSettled(dataDir);
    const key = all?.get(KEY_FILE);
    if (!all || !key) return refuse(`The data folder ${dataDir} keeps changing: try again.`);
    const ours = new Map([...all].filter(([name, content]) => isOurs(name, content, key)));
    if (await write(file, ours, passphrase.value))
      return succeed([...all.keys()].filter((name) => !ours.has(name)));
    return refuse(`The backup could not be read back and was deleted. The disk of ${file} may be faulty.`);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return isInTheWay(file);
    return refuse(`No backup could be made: ${reasonOf(error, file)}.`);
  }
}

const refuse = (message: string) => fail('no-backup', message);

const isInTheWay = (file: string) => refuse(`${file} already exists. It was not changed.`);

/** Whether a path is in a folder, after symbolic links are resolved. */
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

/** Writes a new file and reads it back. If either fails, the file is deleted. Returns whether the backup is complete. */
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

/** Whether a backup can be opened and contains exactly these files. */
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

/** Reads the folder again until nothing changes during a read. Returns undefined after too many attempts. */
async function readSettled(folder: string): Promise<Contents | undefined> {
  for (let reading = 0; reading < MAX_READ_ATTEMPTS; reading++) {
    const before = await lookAt(folder);
    const contents = new Map<string, Buffer>();
    for (const [name] of before) contents.set(name, await readFile(join(folder, name), { flag: UNLINKED }));
    if (JSON.stringify(await lookAt(folder)) === JSON.stringify(before)) return contents;
  }
  return undefined;
}

/** Lists the data files with inode, time and size. Files are replaced, never modified in place, so a new version differs in these. */
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
