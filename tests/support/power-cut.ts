import { copyFile, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../../proxy/server/base/store/errors';
import { RECORD_FOLDER } from '../../proxy/server/record/recorder';
import { temporaryFolder } from './temporary-folder';

/** Copies a data folder like a power cut now would leave it: data on the disk, without pending writes. */
export async function afterPowerCut(dataDir: string): Promise<string> {
  const left = join(await temporaryFolder(), 'data');
  await mkdir(left, { mode: 0o700 });
  for (const entry of await readdir(dataDir, { withFileTypes: true }))
    // A file that is being written has another name for a moment.
    if (entry.isFile()) await ifThere(copyFile(join(dataDir, entry.name), join(left, entry.name)));
    // Not the locks.
    else if (entry.name === RECORD_FOLDER)
      await cp(join(dataDir, entry.name), join(left, entry.name), { recursive: true });
  return left;
}
