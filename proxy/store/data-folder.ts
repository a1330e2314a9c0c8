import { access, chmod, constants, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './error-code';
import { LOCKS } from './folder-lock';

/** The key, by whose presence a folder is known as ours. */
export const KEY_FILE = 'key';

/** What nobody but the owner may look into: the bits of group and others. */
const OTHERS = 0o077;

/** What stands between us and a folder, by the system's word for it, as the rest of a sentence. */
const WHY: Readonly<Record<string, string>> = {
  EACCES: 'is closed to this user: run as the one it belongs to, or name another folder with --data-dir.',
  EPERM: 'is closed to this user: run as the one it belongs to, or name another folder with --data-dir.',
  EROFS: 'lies on a disk that can only be read: make it writable, or name another folder with --data-dir.',
  ENOSPC: 'lies on a full disk: make room there, or name another folder with --data-dir.',
  EDQUOT: 'lies on a full disk: make room there, or name another folder with --data-dir.',
  ENOTDIR: 'is no folder: name one with --data-dir.'
};

/**
 * Makes a data folder ready: there, closed to others, and open to us. Rejects with the system's error where it cannot be had.
 * @returns why it cannot be ours, as the rest of a sentence; undefined where it is
 */
export async function prepareFolder(folder: string): Promise<string | undefined> {
  await makeFolder(folder);
  const unfit = await whyUnfit(folder);
  if (unfit !== undefined) return unfit;
  await chmod(folder, 0o700);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return undefined;
}

/** What the system said against a folder, as the rest of a sentence for its owner. */
export function whyNot(error: unknown): string {
  const why = WHY[String(codeOf(error))];
  return why ?? `cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
}

/** Makes a folder and those above it, for the owner alone. (Node's own `recursive` never ends where nothing can be made.) */
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

/** Why a folder cannot be ours, as the rest of a sentence; undefined where it can. */
async function whyUnfit(folder: string) {
  const { uid, mode } = await stat(folder);
  if (uid !== process.geteuid?.())
    return 'belongs to another user: run as that one, or name another folder with --data-dir.';
  const names = await readdir(folder);
  const isForeign = names.some((name) => name !== LOCKS) && !names.includes(KEY_FILE);
  // Closing it to others could break what it is for: a home, or the folder of temporary files.
  if ((mode & OTHERS) !== 0 && isForeign)
    return 'is open to others and holds other things: name a folder of its own with --data-dir.';
  for (const name of names)
    if (!(await isOurs(join(folder, name))))
      return `holds a file of another user, ${name}: give it to this one, for Mantel was run as that one before.`;
  return undefined;
}

/** Whether this process may read what lies there. (What it may read it can replace, for the folder is its own.) */
async function isOurs(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    return codeOf(error) !== 'EACCES';
  }
}
