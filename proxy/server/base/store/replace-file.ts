import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A user of this system. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Writes a new file, readable by the owner only, whatever the umask. The content is on the disk when this resolves, but the file name may
 * not be: see `syncName`.
 * @param owner who owns the file then; undefined for this user
 */
async function writeNew(path: string, content: Buffer, owner?: SystemUser) {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.chmod(0o600);
    // By its descriptor: at its path there may be a link by now.
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder of a file, so that the file's name is on the disk. */
export async function syncName(path: string) {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether a name is that of a temporary file of `replaceFile`. */
export const isUnfinished = (name: string) => /\.new$/.test(name);

/**
 * Replaces a file atomically, readable by the owner only, whatever the umask. After a power cut either the old file or the complete new
 * one exists: the content is synced before the rename, and the rename before this resolves. A link at the path is replaced, not followed.
 * @param owner who owns the file then; undefined for this user
 */
export async function replaceFile(path: string, content: Buffer, owner?: SystemUser) {
  // A random name, so that nobody can prepare a link at it.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeNew(unfinished, content, owner);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncName(path);
}
