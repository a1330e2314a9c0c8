import { access, chmod, constants, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, reasonOf } from './errors';
import { LOCKS } from './folder-lock';

/** Name of the key file. A folder with this file is a data folder. */
export const KEY_FILE = 'key';

/** Permission bits of group and others. */
export const OTHERS = 0o077;

/**
 * Creates a data folder if it does not exist, and restricts its access to the owner. Rejects with the system's error.
 * @returns why the folder cannot be used, as the end of a sentence; undefined if it can
 */
export async function prepareFolder(folder: string): Promise<string | undefined> {
  await makeFolder(folder);
  const { uid, mode } = await stat(folder);
  if (uid !== process.geteuid?.())
    return 'belongs to another user: run as that user, or name another folder with --data-dir.';
  const names = await readdir(folder);
  const isForeign = names.some((name) => name !== LOCKS) && !names.includes(KEY_FILE);
  // Changing the permissions could break a folder with another purpose, such as a home folder or /tmp.
  if ((mode & OTHERS) !== 0 && isForeign)
    return `is open to others and has other content: name a folder inside it, such as --data-dir ${join(folder, 'mantel')}.`;
  for (const name of names)
    if (!(await isOurs(join(folder, name))))
      return `has a file of another user, ${name}: change its owner. Mantel ran as another user before.`;
  await chmod(folder, 0o700);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return undefined;
}

/** Describes the system's error for a folder, as the end of a sentence for its owner. */
export const whyNot = (error: unknown): string =>
  `cannot be used: ${reasonOf(error, 'it')}. Or name another folder with --data-dir.`;

/** Creates a folder and its parents with access for the owner only. (Node's `recursive` never ends if nothing can be created.) */
export async function makeFolder(folder: string) {
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

/** Whether this process may read a file. It may then replace it too, because it owns the folder. */
async function isOurs(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    return codeOf(error) !== 'EACCES';
  }
}
