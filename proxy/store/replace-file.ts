import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts bytes in a file's place, readable to the owner alone whatever the umask. Whenever the power goes, the old file or the whole
 * new one is there: the new one is on the disk before it takes the name, and the name before this resolves.
 */
export async function replaceFile(path: string, content: Buffer) {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
