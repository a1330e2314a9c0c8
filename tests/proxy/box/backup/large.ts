import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { succeed } from '#shared/errors';
import { backUp } from '../../../../proxy/box/backup/back-up';
import { FORMAT_CONTENT } from '../../../../proxy/server/base/store/folder-format';
import { seal } from '../../../../proxy/server/base/store/seal';
import { restoreAt, typing } from './plain';

/**
 * Runs in its own process. Makes or restores a large backup and prints the result and the peak memory, in MB.
 */
const [deed = '', folder = '', megabytes = ''] = process.argv.slice(2);
const file = join(folder, 'home.backup');
const PASSPHRASE = 'correct horse battery';

async function makeBackup() {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const key = randomBytes(32);
  await writeFile(join(dataDir, 'key'), key);
  await writeFile(join(dataDir, 'format'), FORMAT_CONTENT);
  await writeFile(
    join(dataDir, 'layouts'),
    seal(key, 'layouts', randomBytes(Number(megabytes) * 1024 * 1024))
  );
  return backUp({ dataDir, file, passphrase: async () => succeed(PASSPHRASE) });
}

const done = await (deed === 'backup'
  ? makeBackup()
  : restoreAt(typing(PASSPHRASE), file, join(folder, 'copy')));
process.stdout.write(JSON.stringify({ done, megabytes: process.resourceUsage().maxRSS / 1024 }));
