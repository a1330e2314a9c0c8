import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArchive } from '../backup/archive';
import { PATHS } from '../service/unit';
import { FORMAT_FILE, whyUnreadable } from '../../server/base/store/folder-format';

/**
 * How to go back to data that this program can read, as a sentence. It names the newest such backup of an update, if this user can see one.
 * @param root of the file system
 */
export async function howToGoBack(root = '/'): Promise<string> {
  const file = await newestReadable(join(root, PATHS.updateBackups)).catch(() => undefined);
  const restore = `\`mantel restore ${file ?? '<file>'} --data-dir <folder>\``;
  return file === undefined
    ? `It is ${restore}; an update keeps its backups in ${PATHS.updateBackups}.`
    : `It is ${restore}.`;
}

async function newestReadable(folder: string): Promise<string | undefined> {
  for (const name of (await readdir(folder)).sort().reverse()) {
    const file = join(folder, name);
    const read = readArchive(await readFile(file));
    if (read.ok && whyUnreadable(read.value.get(FORMAT_FILE)) === undefined) return file;
  }
  return undefined;
}
