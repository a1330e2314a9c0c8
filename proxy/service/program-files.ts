import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

/**
 * Gives a copied program its modes: everybody may read it, and only its owner may write it. Until then nobody else may enter the folder:
 * it needs mode 0700 from the start.
 * @throws if it contains a link, or anything else that is neither a file nor a folder
 */
export async function publishProgram(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isDirectory()) await publishProgram(path);
    else if (found.isFile()) await chmod(path, FILE_MODE);
    else throw new Error(`${path} is a link or a special file`);
  }
  await chmod(folder, FOLDER_MODE);
}
