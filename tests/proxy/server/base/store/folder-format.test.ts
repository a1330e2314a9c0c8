import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../../proxy/server/base/platform/log';
import { FORMAT, FORMAT_CONTENT, FORMAT_FILE } from '../../../../../proxy/server/base/store/folder-format';
import { LOCKS } from '../../../../../proxy/server/base/store/folder-lock';
import { SealedStore } from '../../../../../proxy/server/base/store/sealed-store';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { openStore, sealedFolder } from '../../../../support/sealed-folder';
import { temporaryFolder } from '../../../../support/temporary-folder';

/** The content of each file of a folder. */
const contentsOf = async (folder: string) => {
  const names = (await readdir(folder)).filter((name) => name !== LOCKS);
  return Promise.all(names.map(async (name) => [name, (await readFile(join(folder, name))).toString('hex')]));
};

it.each([
  ['of a later one', `${FORMAT + 1}\n`, /was written by a newer Mantel, in format 3 instead of 2: .*restore/],
  ['of an earlier build', `${FORMAT - 1}\n`, / is too old\. This folder is of an earlier build/],
  ['without a number', undefined, / is too old\. This folder is of an earlier build/],
  ['whose format file is empty', '', /has a damaged file, format: .*restore/],
  ['whose format file is cut short', '1', /has a damaged file, format/],
  ['whose format file is zeros', '\0\0', /has a damaged file, format/],
  ['whose format file has another text', '1.5\n', /has a damaged file, format/]
])('a data folder %s is refused with a sentence, and nothing in it changes', async (_, format, why) => {
  const folder = await sealedFolder({ names: ['Ann'] });
  if (format === undefined) await rm(join(folder, FORMAT_FILE));
  else await writeFile(join(folder, FORMAT_FILE), format);
  await writeFile(join(folder, 'names.0123.new'), 'unfinished');
  await writeFile(join(folder, 'key'), 'cut short');
  const before = await contentsOf(folder);
  const opened = await SealedStore.open(folder, { clock: new FakeClock(), log: silentLog });
  expect(opened.ok ? '' : opened.error.code).toBe('unreadable-data');
  expect(opened.ok ? '' : opened.error.message).toMatch(why);
  expect(await contentsOf(folder)).toEqual(before);
  await writeFile(join(folder, FORMAT_FILE), FORMAT_CONTENT);
  // The lock is free again.
  await (await openStore(folder)).close();
});

it.each<[what: string, plant: (folder: string) => Promise<unknown>]>([
  ['that does not exist yet', async () => undefined],
  ['that is empty', mkdir],
  ['with locks alone', async (folder) => mkdir(join(folder, LOCKS), { recursive: true })],
  ['with photos of its owner alone', async (folder) => mkdir(join(folder, 'photos'), { recursive: true })]
])('a data folder %s gets the number at once', async (_, plant) => {
  const folder = join(await temporaryFolder(), 'data');
  await plant(folder);
  await chmod(folder, 0o700).catch(() => undefined);
  const log = new LogCapture();
  const store = await openStore(folder, log);
  expect(await readFile(join(folder, FORMAT_FILE))).toEqual(FORMAT_CONTENT);
  expect(log.entries).toEqual([]);
  await store.close();
});
