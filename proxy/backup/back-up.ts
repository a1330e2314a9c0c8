import { fail, succeed, type Result } from '#shared/errors';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { KEY_FILE } from '../store/data-folder';
import { codeOf } from '../store/error-code';
import { syncName, writeThrough } from '../store/write-through';
import { FILE_NAME, isOurs, writeArchive, type Contents } from './archive';

/** A program that runs may write while we read: then it is read again, so often. */
const MOST_READINGS = 10;

/**
 * Writes all of a data folder to one new file, readable to its owner alone. The program may go on meanwhile: the copy is of one moment.
 * @returns the names of files that were left out because the key does not open them; `no-backup` with a sentence for the owner
 */
export async function backUp(dataDir: string, file: string): Promise<Result<readonly string[], 'no-backup'>> {
  if (resolve(file).startsWith(resolve(dataDir) + sep))
    return fail('no-backup', 'A backup does not lie in the data folder itself: name another place.');
  try {
    const all = await readSettled(dataDir);
    const key = all?.get(KEY_FILE);
    if (!all) return fail('no-backup', `The data folder ${dataDir} changes all the time: try again.`);
    if (!key) return fail('no-backup', `There is no data folder of Mantel at ${dataDir}.`);
    const ours = new Map([...all].filter(([name, content]) => isOurs(name, content, key)));
    await writeThrough(file, writeArchive(ours), 'wx');
    await syncName(resolve(file));
    return succeed([...all.keys()].filter((name) => !ours.has(name)));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return fail('no-backup', `${file} is there already, and stays as it is.`);
    return fail(
      'no-backup',
      `No backup could be made: ${error instanceof Error ? error.message : String(error)}.`
    );
  }
}

/** Reads the folder until nothing changed from the beginning of a reading to its end. */
async function readSettled(folder: string): Promise<Contents | undefined> {
  for (let reading = 0; reading < MOST_READINGS; reading++) {
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
