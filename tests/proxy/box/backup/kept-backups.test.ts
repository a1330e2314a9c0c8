import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { succeed } from '#shared/errors';
import { backUpAndKeep, newestBackupIn } from '../../../../proxy/box/backup/back-up';
import { makeBackup } from '../../../../proxy/box/backup/commands';
import { sealedFolder } from '../../../support/sealed-folder';
import { temporaryFolder } from '../../../support/temporary-folder';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 10, 1, 3);

/** A data folder, and a folder for its backups. `backUp` makes one on a day. */
async function nights(keep = 3) {
  const folder = await temporaryFolder();
  const dataDir = await sealedFolder({ screens: ['Kitchen'] });
  const passphrase = async () => succeed(null);
  const backUp = (day: number) =>
    backUpAndKeep({ dataDir, folder, keep, passphrase, now: START + day * DAY });
  return { folder, dataDir, backUp, names: async () => (await readdir(folder)).sort() };
}

const nameOf = (day: number) => `mantel-2026-11-0${day + 1}T03-00-00-000Z.backup`;

it('a backup that is kept is named after its time, and the oldest ones make room', async () => {
  const { backUp, names, folder } = await nights();
  for (const day of [0, 1, 2]) expect(await backUp(day)).toMatchObject({ ok: true, value: { deleted: 0 } });
  expect(await names()).toEqual([0, 1, 2].map(nameOf));
  expect(await backUp(3)).toMatchObject({ ok: true, value: { deleted: 1 } });
  expect(await names()).toEqual([1, 2, 3].map(nameOf));
  expect(await newestBackupIn(folder)).toMatchObject({ time: START + 3 * DAY });
});

it('a backup that is kept deletes only files that Mantel named', async () => {
  const { backUp, names, folder } = await nights(1);
  const others = ['mantel-2020-01-01.backup', 'mantel-2020-01-01T03-00-00-000Z.backup.txt', 'home.backup'];
  for (const name of others) await writeFile(join(folder, name), 'mine');
  await mkdir(join(folder, 'mantel-2020-01-01T03-00-00-000Z.backup'));
  await backUp(0);
  await backUp(1);
  expect(await names()).toEqual([...others, 'mantel-2020-01-01T03-00-00-000Z.backup', nameOf(1)].sort());
});

it('a backup that fails deletes nothing', async () => {
  const { backUp, names, dataDir } = await nights(1);
  await backUp(0);
  await rm(join(dataDir, 'key'));
  expect((await backUp(1)).ok).toBe(false);
  expect(await names()).toEqual([nameOf(0)]);
});

it('an interrupted backup does not count as one, and the next one removes it', async () => {
  const { backUp, names, folder } = await nights();
  await writeFile(join(folder, `${nameOf(0)}.unfinished`), 'half');
  expect(await newestBackupIn(folder)).toBeUndefined();
  await backUp(1);
  expect(await names()).toEqual([nameOf(1)]);
});

it('a clock that went back does not cost the new backup', async () => {
  const { backUp, names, folder } = await nights(2);
  await backUp(5);
  await backUp(6);
  await backUp(0);
  expect(await names()).toEqual([nameOf(0), nameOf(6)]);
  expect((await readFile(join(folder, nameOf(0)))).length).toBeGreaterThan(0);
});

it('a backup into a folder that is not there is refused, because its disk may not be mounted', async () => {
  const { dataDir, folder } = await nights();
  const missing = join(folder, 'disk');
  const done = await backUpAndKeep({
    dataDir,
    folder: missing,
    keep: 3,
    now: START,
    passphrase: async () => succeed(null)
  });
  expect(done.ok ? '' : done.error.message).toContain(`there is no ${missing}`);
});

it('a backup that is kept says how many of the oldest were deleted', async () => {
  const { dataDir, folder } = await nights();
  const options = { dataDir, keep: 2, plain: true, passphraseFile: undefined, yes: false };
  const said: string[] = [];
  for (const now of [START, START + DAY, START + 2 * DAY])
    await makeBackup({ file: folder, options, terminal: null, now, print: (text) => void said.push(text) });
  expect(said.filter((text) => text.startsWith('Deleted'))).toEqual(['Deleted the oldest: 1.\n']);
});
