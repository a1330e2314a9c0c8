import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { succeed } from '#shared/errors';
import { backUp } from '../../../../proxy/box/backup/back-up';
import { lockFolder } from '../../../../proxy/server/base/store/folder-lock';
import { canMount } from '../../../../tools/support/namespaces';
import { openStore } from '../../../support/sealed-folder';
import { temporaryFolder } from '../../../support/temporary-folder';
import { plainBackUp, restorePlain } from './plain';

const PROGRAM = fileURLToPath(new URL('./mounts.ts', import.meta.url));

it.runIf(canMount('Backups on other disks are'))(
  'a restore fills a mounted disk, and neither it nor a backup leaves anything on a disk that is too small',
  async () => {
    const folder = await temporaryFolder();
    const argv = ['-rm', process.execPath, '--import', 'tsx', PROGRAM, folder];
    const { stdout } = await promisify(execFile)('unshare', argv);
    expect(JSON.parse(stdout)).toEqual({
      onSmallDisk: {
        ok: false,
        error: { code: 'no-backup', message: expect.stringContaining('No backup could be made') as unknown }
      },
      leftOnSmallDisk: [],
      restored: succeed(`Restored 4 files into ${join(folder, 'mounted')}.\n`),
      inMounted: ['format', 'key', 'layouts', 'screens', 'setup-code.sealed'],
      tooSmall: {
        ok: false,
        error: { code: 'no-restore', message: expect.stringContaining('Nothing was restored') as unknown }
      },
      leftInFull: []
    });
  }
);

/** A backup of an empty household, and an empty folder for it. */
async function backup() {
  const folder = await temporaryFolder();
  await (await openStore(join(folder, 'data'))).close();
  const file = join(folder, 'home.backup');
  await plainBackUp(join(folder, 'data'), file);
  const copy = join(folder, 'copy');
  await mkdir(copy, { mode: 0o755 });
  return { folder, file, copy };
}

it('a backup writes through no link that takes its place meanwhile, and says that it was not made', async () => {
  const { folder } = await backup();
  const file = join(folder, 'sealed.backup');
  const foreign = join(folder, 'foreign');
  await writeFile(foreign, 'of others');
  const made = backUp({
    dataDir: join(folder, 'data'),
    file,
    passphrase: async () => succeed('correct horse battery')
  });
  while (!existsSync(file)) await setImmediate();
  await rm(file);
  await symlink(foreign, file);
  expect(await made).toMatchObject({ ok: false });
  expect(await readFile(foreign, 'utf8')).toBe('of others');
});

it('a restore into an empty folder makes it private', async () => {
  const { file, copy } = await backup();
  const { ino } = await stat(copy);
  expect(await restorePlain(file, copy)).toEqual(succeed(`Restored 2 files into ${copy}.\n`));
  const { ino: same, mode } = await stat(copy);
  expect({ inode: same, mode: mode & 0o777 }).toEqual({ inode: ino, mode: 0o700 });
  // Files of the lock are no reason to refuse the program.
  await expect(openStore(copy).then((store) => store.close())).resolves.toBeUndefined();
});

it('a restore fills an empty folder inside a folder that this user cannot write to', async () => {
  const NOBODY = 65_534;
  const isRoot = process.geteuid?.() === 0;
  const { folder, file, copy } = await backup();
  const closed = join(folder, 'closed');
  const inside = join(closed, 'data');
  await mkdir(inside, { recursive: true });
  if (isRoot) for (const path of [folder, file, inside, copy]) await chown(path, NOBODY, NOBODY);
  await chmod(closed, 0o555);
  if (isRoot) process.seteuid?.(NOBODY);
  onTestFinished(() => chmod(closed, 0o700));
  try {
    expect(await restorePlain(file, inside)).toEqual(succeed(`Restored 2 files into ${inside}.\n`));
    // A new folder cannot be made there.
    expect(await restorePlain(file, join(closed, 'new'))).toMatchObject({ ok: false });
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(await readdir(closed)).toEqual(['data']);
});

it('a restore leaves a folder that another Mantel took meanwhile', async () => {
  const { file, copy } = await backup();
  const locked = await lockFolder(copy);
  expect(await restorePlain(file, copy)).toMatchObject({
    error: { message: expect.stringContaining(`${copy} is in use by another Mantel`) as unknown }
  });
  if (locked.ok) await locked.value();
  await expect(readFile(join(copy, 'key'))).rejects.toThrow('ENOENT');
});
