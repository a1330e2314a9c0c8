import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { succeed } from '#shared/errors';
import { backUp } from '../../../../proxy/box/backup/back-up';
import { restore } from '../../../../proxy/box/backup/restore';
import { seal } from '../../../../proxy/server/base/store/seal';

/**
 * Runs in its own process. Makes or restores a large backup and prints the result and the peak memory, in MB.
 */
const [deed = '', folder = '', megabytes = ''] = process.argv.slice(2);
const file = join(folder, 'home.backup');
const passphrase = async () => succeed('correct horse battery');

async function makeBackup() {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const key = randomBytes(32);
  await writeFile(join(dataDir, 'key'), key);
  await writeFile(
    join(dataDir, 'layouts'),
    seal(key, 'layouts', randomBytes(Number(megabytes) * 1024 * 1024))
  );
  return backUp({ dataDir, file, passphrase });
}

const endScreens = async () => false;
const done = await (deed === 'backup'
  ? makeBackup()
  : restore({ file, dataDir: join(folder, 'copy'), passphrase, endScreens }));
process.stdout.write(JSON.stringify({ done, megabytes: process.resourceUsage().maxRSS / 1024 }));
