import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FORMAT_CONTENT } from '../../../../proxy/server/base/store/folder-format';
import { seal } from '../../../../proxy/server/base/store/seal';
import { plainBackUp, restorePlain } from './plain';

/**
 * Runs in its own process and mount namespace. Restores into folders with mounted disks, one with space and
 * one without, and makes a backup on a disk that is too small. Prints the results as JSON.
 */
const folder = process.argv[2] ?? '';
const file = join(folder, 'home.backup');
const mount = async (name: string, size: string) => {
  const place = join(folder, name);
  await mkdir(place);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]);
  return place;
};

const dataDir = join(folder, 'data');
await mkdir(dataDir, { mode: 0o700 });
const key = randomBytes(32);
await writeFile(join(dataDir, 'key'), key);
await writeFile(join(dataDir, 'format'), FORMAT_CONTENT);
await writeFile(join(dataDir, 'layouts'), seal(key, 'layouts', Buffer.alloc(200_000)));
await writeFile(join(dataDir, 'screens'), seal(key, 'screens', Buffer.from('[]')));

const small = await mount('small', '100k');
const onSmallDisk = await plainBackUp(dataDir, join(small, 'home.backup'));
const leftOnSmallDisk = await readdir(small);

await plainBackUp(dataDir, file);
const mounted = await mount('mounted', '1m');
const restored = await restorePlain(file, mounted);
const inMounted = (await readdir(mounted)).filter((name) => name !== 'locks').sort();
const full = await mount('full', '100k');
const tooSmall = await restorePlain(file, full);
const leftInFull = (await readdir(full)).filter((name) => name !== 'locks');

process.stdout.write(
  JSON.stringify({ onSmallDisk, leftOnSmallDisk, restored, inMounted, tooSmall, leftInFull })
);
