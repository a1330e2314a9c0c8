import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file, readable to the owner alone whatever the umask. Its bytes are on the disk when this resolves; its name may not be yet.
 * @param flags `w` in the place of what is there, `wx` only where nothing is
 */
export async function writeThrough(path: string, content: Buffer, flags: 'w' | 'wx') {
  const file = await open(path, flags, 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts the name that a file has on the disk. */
export async function syncName(path: string) {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
