import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../../proxy/server/base/platform/log';
import { FORMAT, FORMAT_CONTENT, FORMAT_FILE } from '../../../../../proxy/server/base/store/folder-format';
import { LOCKS } from '../../../../../proxy/server/base/store/folder-lock';
import { SealedStore } from '../../../../../proxy/server/base/store/sealed-store';
import { FakeClock } from '../../../../support/fake-clock';
import { openStore, sealedFolder, unsealFile } from '../../../../support/sealed-folder';

/** The content of each file of a folder. */
const contentsOf = async (folder: string) => {
  const names = (await readdir(folder)).filter((name) => name !== LOCKS);
  return Promise.all(names.map(async (name) => [name, (await readFile(join(folder, name))).toString('hex')]));
};

it.each([
  ['of a later one', `${FORMAT + 1}\n`, /was written by a newer Mantel, in format 2 instead of 1: .*restore/],
  ['whose format file is empty', '', /has a damaged file, format: .*restore/],
  ['whose format file is cut short', '1', /has a damaged file, format/],
  ['whose format file is zeros', '\0\0', /has a damaged file, format/],
  ['whose format file has another text', '1.5\n', /has a damaged file, format/]
])('a data folder %s is refused with a sentence, and nothing in it changes', async (_, format, why) => {
  const folder = await sealedFolder({ names: ['Ann'] });
  await writeFile(join(folder, FORMAT_FILE), format);
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

it.each([
  ['bare', ['Ann']],
  ['wrapped as commit e89340d2 did', { schema: 1, value: ['Ann'] }]
])('a data folder without a format gets it, and its values are read: %s', async (_, stored) => {
  const folder = await sealedFolder({ names: stored });
  const store = await openStore(folder);
  expect(await readFile(join(folder, FORMAT_FILE))).toEqual(FORMAT_CONTENT);
  const names = store.file<readonly string[]>('names', v.array(v.string()), []);
  expect(await names.read()).toEqual(['Ann']);
  names.write(['Bob']);
  await store.close();
  expect(await unsealFile(folder, 'names')).toEqual(['Bob']);
});
