import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sealArchive, writeArchive } from '../../../../proxy/box/backup/archive';
import { makeBackup, restoreBackup } from '../../../../proxy/box/backup/commands';
import type { Terminal } from '../../../../proxy/box/cli/terminal';
import { sealedFolder } from '../../../support/sealed-folder';
import { temporaryFolder } from '../../../support/temporary-folder';
import { typing } from './plain';

const PASSPHRASE = 'correct horse battery';

/** A data folder, a folder for its backup, and why a backup to it failed. */
async function household() {
  const dataDir = await sealedFolder({ screens: [] });
  const folder = await temporaryFolder();
  const file = join(folder, 'home.backup');
  const chosen = { dataDir, plain: false, yes: false };
  const parts = { file, now: 0, print: () => undefined };
  const fail = async (terminal: Terminal | null, passphraseFile?: string) =>
    makeBackup({ ...parts, options: { ...chosen, passphraseFile }, terminal });
  return { folder, file, fail, parts, chosen };
}

it.each([
  ['is not there', undefined, /cannot be read: there is no [^\n]*\/secret, so check its name\.$/],
  ['is empty', '\nsecond line', /no passphrase in the first line/],
  ['holds too little', 'short\n', /at least 8 characters/]
])('a backup whose passphrase file %s fails in words, and writes nothing', async (_what, content, why) => {
  const { folder, fail } = await household();
  const secrets = await temporaryFolder();
  const secret = join(secrets, 'secret');
  if (content !== undefined) await writeFile(secret, content);
  const failure = await fail(null, secret);
  expect(failure?.code).toBe('no-passphrase');
  expect(failure?.message).toMatch(why);
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['two different passphrases', [PASSPHRASE, `${PASSPHRASE}!`], 'The passphrases do not match'],
  ['an interruption', [undefined], 'No passphrase was entered: nothing was done.'],
  ['a short passphrase', ['short', 'short'], 'at least 8 characters']
])('%s at a terminal write nothing', async (_what, typed, why) => {
  const { folder, fail } = await household();
  const failure = await fail(typing(...typed));
  expect(failure).toMatchObject({ code: 'no-passphrase' });
  expect(failure?.message).toContain(why);
  expect(await readdir(folder)).toEqual([]);
});

it('a sealed backup is not restored without a passphrase', async () => {
  const { folder, file, parts, chosen } = await household();
  await writeFile(file, await sealArchive(writeArchive(new Map()), PASSPHRASE, { n: 2, r: 8, p: 1 }));
  const options = { ...chosen, dataDir: join(folder, 'copy') };
  const failure = await restoreBackup({ ...parts, options, terminal: null });
  expect(failure?.code).toBe('no-passphrase');
  expect(failure?.message).toMatch(/^This backup is encrypted: [^\n]*--passphrase-file\.$/);
  expect(await readdir(folder)).toEqual(['home.backup']);
});
