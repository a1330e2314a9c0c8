import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { SealedStore } from '../../../../../proxy/server/base/store/sealed-store';
import { canMount } from '../../../../../tools/support/namespaces';
import { asAnotherUser, NOBODY } from '../../../../support/another-user';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { temporaryFolder } from '../../../../support/temporary-folder';

const PROGRAM = fileURLToPath(new URL('./odd-disk.ts', import.meta.url));

it.runIf(canMount('A full and a read-only disk are'))(
  'a full or read-only disk is reported with its own sentence, and nothing in memory is lost',
  async () => {
    const disk = join(await temporaryFolder(), 'disk');
    const args = ['-rm', process.execPath, '--import', 'tsx', PROGRAM, disk];
    const { stdout } = await promisify(execFile)('unshare', args);
    const long = [expect.stringMatching(/^x+$/) as unknown];
    expect(JSON.parse(stdout)).toEqual({
      // No stack trace: the owner reads both lines.
      noInodes: {
        refusal: expect.stringContaining('the disk is full, so free some space') as unknown,
        log: [
          {
            box: true,
            level: 'warn',
            time: expect.any(String) as unknown,
            why: 'the disk is full, so free some space',
            msg: expect.stringContaining('Data folder lock failed') as unknown
          }
        ]
      },
      unmade: expect.stringContaining('the disk is full, so free some space') as unknown,
      full: {
        log: [
          {
            box: true,
            level: 'error',
            time: expect.any(String) as unknown,
            file: 'names',
            msg: 'Disk full: changes are kept in memory only until there is space.'
          }
        ],
        read: long,
        isOnDisk: false
      },
      // The program starts on a full disk, with the data from before.
      reopened: { read: ['Ann'], log: [] },
      // The next attempt works without any change.
      roomy: { isOnDisk: true },
      readOnly: {
        log: [
          expect.objectContaining({
            level: 'error',
            msg: 'Disk read-only: changes are kept in memory only until it is writable.'
          })
        ],
        read: ['Bob']
      },
      refusal: expect.stringContaining('is on a read-only disk, so make that writable') as unknown
    });
  }
);

/** A folder of that user with one stored name. */
async function keptFolder() {
  const parent = await temporaryFolder();
  if (process.geteuid?.() === 0) await chown(parent, NOBODY, NOBODY);
  const folder = join(parent, 'data');
  await asAnotherUser(async () => {
    const { store, names } = await open(folder);
    names?.write(['Ann']);
    await store?.close();
  });
  return folder;
}

async function open(folder: string) {
  const log = new LogCapture();
  const opened = await SealedStore.open(folder, { clock: new FakeClock(), log });
  if (!opened.ok) return { log, refusal: opened.error.message };
  onTestFinished(() => opened.value.close());
  return { log, store: opened.value, names: opened.value.file('names', v.array(v.string()), []) };
}

it('a folder of another user fails with a message', async () => {
  const folder = process.geteuid?.() === 0 ? await temporaryFolder() : '/';
  const { refusal } = await asAnotherUser(() => open(folder));
  expect(refusal).toContain(`The data folder ${folder} belongs to another user`);
});

it('a folder inside an inaccessible one fails with a message', async () => {
  const folder = await keptFolder();
  await chmod(join(folder, '..'), 0o000);
  const { refusal } = await asAnotherUser(() => open(folder));
  await chmod(join(folder, '..'), 0o700);
  expect(refusal).toContain('this user has no access to');
});

it('an unreadable file fails with its name, and nothing of it is lost', async () => {
  const folder = await keptFolder();
  await chmod(join(folder, 'names'), 0o000);
  const { refusal } = await asAnotherUser(() => open(folder));
  expect(refusal).toContain('has a file of another user, names');
  await chmod(join(folder, 'names'), 0o600);
  const again = await asAnotherUser(() => open(folder));
  expect(await asAnotherUser(async () => again.names?.read())).toEqual(['Ann']);
});

it('a read-only folder of the user is made writable', async () => {
  const folder = await keptFolder();
  await chmod(folder, 0o500);
  const { refusal } = await asAnotherUser(() => open(folder));
  expect(refusal).toBeUndefined();
});

it('if the key is missing, the rest is set aside with a message, and the store starts empty', async () => {
  const folder = await keptFolder();
  await rm(join(folder, 'key'));
  const { names, log } = await asAnotherUser(() => open(folder));
  expect(await names?.read()).toEqual([]);
  expect(log.entries).toMatchObject([
    { level: 'warn', msg: expect.stringMatching(/^Key file missing/) as unknown },
    { level: 'warn', file: 'names' }
  ]);
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining(['key', expect.stringMatching(/^names\.broken-/)])
  );
});

it('a folder in place of a file is set aside like a file that does not open', async () => {
  const folder = join(await temporaryFolder(), 'data');
  await mkdir(join(folder, 'names'), { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await writeFile(join(folder, 'names', 'letter.txt'), '');
  const { names, store } = await open(folder);
  expect(await names?.read()).toEqual([]);
  names?.write(['Bob']);
  await store?.close();
  expect(await (await open(folder)).names?.read()).toEqual(['Bob']);
});
