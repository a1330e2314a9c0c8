import { rename } from 'node:fs/promises';
import { syncName, writeThrough } from './write-through';

/**
 * Puts bytes in a file's place, readable to the owner alone whatever the umask. Whenever the power goes, the old file or the whole
 * new one is there: the new one is on the disk before it takes the name, and the name before this resolves.
 */
export async function replaceFile(path: string, content: Buffer) {
  const unfinished = `${path}.new`;
  await writeThrough(unfinished, content, 'w');
  await rename(unfinished, path);
  await syncName(path);
}
