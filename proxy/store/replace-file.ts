import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { syncName, writeThrough } from './write-through';

/** Whether a name is that of a file on its way to another's place. */
export const isUnfinished = (name: string) => /\.new$/.test(name);

/**
 * Puts bytes in a file's place, readable to the owner alone whatever the umask. Whenever the power goes, the old file or the whole
 * new one is there: the new one is on the disk before it takes the name, and the name before this resolves.
 */
export async function replaceFile(path: string, content: Buffer) {
  // A name that nobody can have put a link at beforehand.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeThrough(unfinished, content, 'wx');
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncName(path);
}
