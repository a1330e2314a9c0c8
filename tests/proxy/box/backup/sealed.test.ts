import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { openArchive, sealArchive, writeArchive } from '../../../../proxy/box/backup/archive';
import { backUp, readsBack } from '../../../../proxy/box/backup/back-up';
import { FORMAT_CONTENT } from '../../../../proxy/server/base/store/folder-format';
import { seal } from '../../../../proxy/server/base/store/seal';
import { temporaryFolder } from '../../../support/temporary-folder';
import { restoreAt, typing } from './plain';

const KEY = randomBytes(32);
const PASSPHRASE = 'correct horse battery';
/** Tests make more attempts than people. */
const CHEAP = { n: 2, r: 1, p: 1 };
const FILES = new Map([
  ['key', KEY],
  ['format', FORMAT_CONTENT],
  ['controllers', seal(KEY, 'controllers', Buffer.from('[]'))]
]);

/** A data folder with these files, and paths for its backup and its copy. */
async function dataFolder(files: ReadonlyMap<string, Buffer> = FILES) {
  const dataDir = await temporaryFolder();
  for (const [name, content] of files) await writeFile(join(dataDir, name), content);
  const folder = await temporaryFolder();
  return { dataDir, folder, file: join(folder, 'home.backup'), copy: join(folder, 'copy') };
}

const typed = (passphrase: string) => async () => succeed(passphrase);
const restoreWith = (passphrase: string, file: string, dataDir: string) =>
  restoreAt(typing(passphrase), file, dataDir);

it('a sealed backup reveals nothing of its content, and opens with its passphrase', async () => {
  const { dataDir, file, copy } = await dataFolder();
  expect(await backUp({ dataDir, file, passphrase: typed(PASSPHRASE) })).toMatchObject({ ok: true });
  const backup = await readFile(file);
  expect(backup.toString('latin1')).toMatch(
    /^mantel backup 2\n\{"n":131072,"r":8,"p":1,"salt":"[\w-]{22}"\}\n/
  );
  for (const secret of [KEY, Buffer.from(KEY.toString('base64')), Buffer.from('controllers')])
    expect(backup.includes(secret)).toBe(false);
  expect(await restoreWith(PASSPHRASE, file, copy)).toEqual(succeed(`Restored 3 files into ${copy}.\n`));
  for (const [name, content] of FILES) expect(await readFile(join(copy, name))).toEqual(content);
});

it('a sealed backup refuses another passphrase with one sentence, and nothing is written', async () => {
  const { folder, file, copy } = await dataFolder();
  await writeFile(file, await sealArchive(writeArchive(FILES), PASSPHRASE, CHEAP));
  for (const wrong of ['correct horse', `${PASSPHRASE} `, PASSPHRASE.toUpperCase()])
    expect(await restoreWith(wrong, file, copy)).toEqual(
      fail('no-restore', `${file} cannot be decrypted: the passphrase is wrong, or the file was changed.`)
    );
  expect(await readdir(folder)).toEqual(['home.backup']);
});

it('a sealed backup accepts every Unicode spelling of a passphrase', async () => {
  const sealed = await sealArchive(writeArchive(FILES), 'clé d’été'.normalize('NFC'), CHEAP);
  expect((await openArchive(sealed, 'clé d’été'.normalize('NFD'))).ok).toBe(true);
});

it('a sealed backup with a single changed byte is refused, at any position', async () => {
  const sealed = await sealArchive(writeArchive(FILES), PASSPHRASE, CHEAP);
  const { folder, file, copy } = await dataFolder();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(file, changed);
    expect([at, (await restoreWith(PASSPHRASE, file, copy)).ok]).toEqual([at, false]);
  }
  expect(await readdir(folder)).toEqual(['home.backup']);
});

it.each([
  ['that needs more than a gigabyte', '{"n":2097152,"r":8,"p":1,"salt":"AAAAAAAAAAAAAAAAAAAAAA"}'],
  ['that needs minutes', '{"n":1048576,"r":8,"p":64,"salt":"AAAAAAAAAAAAAAAAAAAAAA"}'],
  ['that no scrypt knows', '{"n":3,"r":8,"p":1,"salt":"AAAAAAAAAAAAAAAAAAAAAA"}'],
  ['without a salt', '{"n":2,"r":8,"p":1,"salt":""}'],
  ['that is no JSON', 'n=2'],
  ['that is missing', '']
])('a sealed backup with a second line %s is not tried', async (_what, line) => {
  const forged = Buffer.from(`mantel backup 2\n${line}\n${'x'.repeat(100)}`);
  expect(await openArchive(forged, PASSPHRASE)).toEqual(fail('bad-backup', 'is damaged or was changed'));
});

it('a restore asks for no passphrase if something else prevents it', async () => {
  const { dataDir, file } = await dataFolder();
  await writeFile(file, '');
  const passphrase = () => Promise.reject(new Error('It was asked.'));
  expect(await backUp({ dataDir, file, passphrase })).toMatchObject({ error: { code: 'no-backup' } });
  const terminal = { askSecret: passphrase, askYes: passphrase };
  expect(await restoreAt(terminal, file, dataDir)).toMatchObject({
    error: { message: expect.stringContaining('is not empty') as unknown }
  });
});

it.each([null, PASSPHRASE])('data sealed with %j is read back exactly', async (passphrase) => {
  const archive = writeArchive(FILES);
  const backup = passphrase === null ? archive : await sealArchive(archive, passphrase, CHEAP);
  expect(await readsBack(backup, FILES, passphrase)).toBe(true);
  expect(await readsBack(backup, new Map([...FILES].slice(0, 1)), passphrase)).toBe(false);
  expect(await readsBack(backup, new Map([...FILES, ['key', randomBytes(32)]]), passphrase)).toBe(false);
  backup[backup.length - 2] = (backup.at(-2) ?? 0) ^ 1;
  expect(await readsBack(backup, FILES, passphrase)).toBe(false);
});

it('nothing is written without a passphrase', async () => {
  const { dataDir, folder, file } = await dataFolder();
  const none = fail('no-passphrase', 'None.');
  expect(await backUp({ dataDir, file, passphrase: async () => none })).toEqual(none);
  expect(await readdir(folder)).toEqual([]);
});
