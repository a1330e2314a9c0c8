import { fail, succeed, type Result } from '#shared/errors';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../store/data-folder';
import { codeOf } from '../store/error-code';
import { replaceFile } from '../store/replace-file';
import { readArchive, type Contents } from './archive';

/**
 * Puts a backup into a data folder that is new or empty. All of it is written beside the folder first and takes its name in one step,
 * so that a power cut leaves no half of it.
 * @returns how many files there were; `no-restore` with a sentence for the owner, and nothing changed
 */
export async function restore(file: string, dataDir: string): Promise<Result<number, 'no-restore'>> {
  try {
    const read = readArchive(await readFile(file));
    if (!read.ok) return fail('no-restore', `${file} ${read.error.message}.`);
    if (!(await isFree(dataDir)))
      return fail(
        'no-restore',
        `The data folder ${dataDir} is not empty: move it away, or name another with --data-dir.`
      );
    await putInPlace(read.value, resolve(dataDir));
    return succeed(read.value.size);
  } catch (error) {
    return fail(
      'no-restore',
      `Nothing was restored: ${error instanceof Error ? error.message : String(error)}.`
    );
  }
}

/** Whether nothing lies there. */
async function isFree(folder: string) {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

async function putInPlace(contents: Contents, folder: string) {
  await makeFolder(dirname(folder));
  // `mkdtemp` makes it for the owner alone.
  const unfinished = await mkdtemp(`${folder}.restoring-`);
  try {
    for (const [name, content] of contents) await replaceFile(join(unfinished, name), content);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
