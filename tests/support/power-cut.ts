import { copyFile, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../../proxy/server/base/store/errors';
import { RECORD_FOLDER } from '../../proxy/server/record/recorder';
import { temporaryFolder } from './temporary-folder';

/** Copies a data folder like a power cut at one moment would leave it: data on the disk, without pending writes. */
export async function afterPowerCut(dataDir: string): Promise<string> {
  const left = join(await temporaryFolder(), 'data');
  for (;;) {
    const before = await stateOf(dataDir);
    await copyData(dataDir, left);
    if ((await stateOf(dataDir)) === before) return left;
    // A file was written or deleted meanwhile: the copy is of no one moment.
    await rm(left, { recursive: true });
  }
}

/** The files of a folder, and when each was written. */
async function stateOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const stats = await Promise.all(names.map((name) => ifThere(stat(join(folder, name)))));
  return names.map((name, at) => `${name} ${stats[at]?.ino} ${stats[at]?.mtimeMs}`).join();
}

async function copyData(dataDir: string, left: string) {
  await mkdir(left, { mode: 0o700 });
  for (const entry of await readdir(dataDir, { withFileTypes: true }))
    // A file that is being written has another name for a moment.
    if (entry.isFile()) await ifThere(copyFile(join(dataDir, entry.name), join(left, entry.name)));
    // Not the locks.
    else if (entry.name === RECORD_FOLDER)
      await cp(join(dataDir, entry.name), join(left, entry.name), { recursive: true });
}
