import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { syncName, writeThrough } from './write-through';

/** Whether a name is that of a temporary file of `replaceFile`. */
export const isUnfinished = (name: string) => /\.new$/.test(name);

/**
 * Replaces a file atomically, readable by the owner only, whatever the umask. After a power cut either the old file or the complete new
 * one exists: the content is synced before the rename, and the rename before this resolves. A link at the path is replaced, not followed.
 * @param owner who owns the file then; undefined for this user
 */
export async function replaceFile(
  path: string,
  content: Buffer,
  owner?: { readonly uid: number; readonly gid: number }
) {
  // A random name, so that nobody can prepare a link at it.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeThrough(unfinished, content, 'wx', owner);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncName(path);
}
