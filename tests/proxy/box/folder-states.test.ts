import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeArchive } from '../../../proxy/box/backup/archive';
import { readSettled } from '../../../proxy/box/backup/back-up';
import { update } from '../../../proxy/box/update/update';
import { silentLog } from '../../../proxy/server/base/platform/log';
import { FORMAT } from '../../../proxy/server/base/store/folder-format';
import { SealedStore } from '../../../proxy/server/base/store/sealed-store';
import { FakeClock } from '../../support/fake-clock';
import { archiveOf, installedService, messageOf } from '../../support/installed-service';
import { temporaryFolder } from '../../support/temporary-folder';
import { restorePlain } from './backup/plain';

/** Leaves nothing in a folder but these folders. */
async function empty(folder: string, ...folders: readonly string[]) {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  for (const name of folders) await mkdir(join(folder, name));
}

const numbered = (content: string) => async (folder: string) => writeFile(join(folder, 'format'), content);

/** The messages about a folder: `undefined` where there is none. */
interface Messages {
  readonly start: RegExp | undefined;
  readonly restore: RegExp | undefined;
  readonly update: RegExp | undefined;
}

const OF_NOW = FORMAT;
const UNRELEASED: Messages = {
  start:
    /^The data folder \S+ is too old\. This folder is of an earlier build that was never released\. Move it away and start with an empty one; phones sign in again\.$/,
  restore:
    /^\S+ is too old\. This backup is of an earlier build that was never released\. Start with an empty folder; phones sign in again\.$/,
  update:
    /^Mantel 1\.1\.0 cannot read the data\. .* This folder is of an earlier build that was never released\. Move it away and start with an empty one; phones sign in again\. Nothing has changed\.$/
};
const EMPTY: Messages = { start: undefined, restore: /has no key/, update: /There is no data folder/ };

it.each<[what: string, plant: (folder: string) => Promise<unknown>, messages: Messages]>([
  ['that is empty', async (folder) => empty(folder), EMPTY],
  ['with locks alone', async (folder) => empty(folder, 'locks'), EMPTY],
  ['with a key and no number', async (folder) => rm(join(folder, 'format')), UNRELEASED],
  ['of format 1', numbered('1\n'), UNRELEASED],
  [
    'of the format of now',
    numbered(`${OF_NOW}\n`),
    { start: undefined, restore: undefined, update: undefined }
  ],
  [
    'of a later format',
    numbered(`${OF_NOW + 1}\n`),
    {
      start: /was written by a newer Mantel/,
      restore: /was written by a newer Mantel/,
      update:
        /^Mantel 1\.1\.0 cannot read the data\. The folder was written by a newer Mantel.* Nothing has changed\.$/
    }
  ],
  [
    'whose number is damaged',
    numbered('0'),
    {
      start: /has a damaged file, format: restore a backup, or write 2 and a line break/,
      restore: /contains format, which its key does not decrypt/,
      update: /has a damaged file, format: .* Nothing has changed\.$/
    }
  ]
])('a start, a restore and an update read a data folder %s, or say why not', async (_, plant, expected) => {
  const { deps, folder, dataDir, ran } = await installedService();
  await plant(dataDir);

  const other = await temporaryFolder();
  const file = join(other, 'backup');
  await writeFile(file, writeArchive((await readSettled(dataDir)) ?? new Map()));
  const copy = join(other, 'data');
  const restored = await restorePlain(file, copy);
  expect(restored.ok ? undefined : restored.error.message).toEqual(matching(expected.restore));
  expect((await readdir(other)).includes('data')).toBe(restored.ok);

  const updated = messageOf(await update(await archiveOf(folder, '1.1.0'), deps));
  expect(updated === 'updated' ? undefined : updated).toEqual(matching(expected.update));
  expect(ran.includes('stop mantel')).toBe(expected.update === undefined);

  const opened = await SealedStore.open(dataDir, { clock: new FakeClock(), log: silentLog });
  expect(opened.ok ? undefined : opened.error.message).toEqual(matching(expected.start));
  if (opened.ok) await opened.value.close();
});

const matching = (message: RegExp | undefined): unknown => message && expect.stringMatching(message);
