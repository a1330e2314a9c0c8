import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder';

/** Copies a data folder like a power cut now would leave it: data on the disk, without pending writes. */
export async function afterPowerCut(dataDir: string): Promise<string> {
  const left = join(await temporaryFolder(), 'data');
  await mkdir(left, { mode: 0o700 });
  for (const entry of await readdir(dataDir, { withFileTypes: true }))
    if (entry.isFile()) await copyFile(join(dataDir, entry.name), join(left, entry.name));
  return left;
}
