import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restoreBackup } from '../../../../proxy/box/backup/commands';
import { FORGET_NOTE } from '../../../../proxy/server/household/leaving/forget-note';
import {
  SETUP_CODE_NOTE,
  SETUP_CODE_TTL_MS,
  SetupCodes,
  setupCodeNoteSchema
} from '../../../../proxy/server/household/sign-in/setup-codes';
import { FakeClock } from '../../../support/fake-clock';
import { openStore, sealedFolder, sealFile } from '../../../support/sealed-folder';
import { temporaryFolder } from '../../../support/temporary-folder';
import { plainBackUp } from './plain';

/**
 * Restores a backup of a folder that has notes. `said`: what it prints; `data`: the restored folder.
 * @param onRestored called with that folder once its files are there
 */
async function restored(onRestored: (data: string) => void = () => undefined) {
  const from = await sealedFolder({ screens: [] });
  await sealFile(from, SETUP_CODE_NOTE, { salt: 'of before', hash: 'of before', madeAt: 1 });
  await sealFile(from, FORGET_NOTE, { controller: 'aaaaaaaaaaaa', now: true });
  const folder = await temporaryFolder();
  const file = join(folder, 'home.backup');
  await plainBackUp(from, file);
  const data = join(folder, 'data');
  let said = '';
  const print = (text: string) => {
    said += text;
    if (text.startsWith('Restored')) onRestored(data);
  };
  const options = { dataDir: data, plain: false, passphraseFile: undefined, yes: false };
  const failure = await restoreBackup({ file, now: Date.now(), options, terminal: null, print });
  expect(failure).toBeUndefined();
  return { said, data };
}

const codeIn = (said: string) =>
  /^A setup code, good once, within 15 minutes of the next start:\n {2}([A-Z2-7]{12})\n$/m.exec(said)?.[1] ??
  '';

it('a restore prints a setup code, which is good once, for 15 minutes from the next start', async () => {
  const { said, data } = await restored();
  const code = codeIn(said);
  expect(code).not.toBe('');
  const clock = new FakeClock();
  const store = await openStore(data, undefined, clock);
  const codes = new SetupCodes(store.note(SETUP_CODE_NOTE, setupCodeNoteSchema), clock);
  expect(await codes.check(code)).toBe(false);
  clock.pass(SETUP_CODE_TTL_MS);
  await codes.start();
  clock.pass(SETUP_CODE_TTL_MS - 1);
  expect(await codes.use(code)).toMatchObject({ ok: true });
  expect(await codes.check(code)).toBe(false);
  await store.close();
});

it('a restore brings no note of the old box back: no setup code, and no home that was to be forgotten', async () => {
  const { data, said } = await restored();
  expect((await readdir(data)).filter((name) => name.includes('.'))).toEqual([SETUP_CODE_NOTE]);
  const store = await openStore(data);
  const note = await store.note(SETUP_CODE_NOTE, setupCodeNoteSchema).read();
  expect(note).toMatchObject({ madeAt: null });
  expect(JSON.stringify(note)).not.toMatch(new RegExp(`of before|${codeIn(said)}`));
  await store.close();
});

it('a restore without a setup code says so, and is good all the same', async () => {
  const { data, said } = await restored((folder) =>
    mkdirSync(join(folder, SETUP_CODE_NOTE, 'x'), { recursive: true })
  );
  expect(said).toMatch(/^No setup code was made\. `mantel setup-code` makes one once Mantel runs\. .+\.\n$/m);
  expect(await readdir(data)).toContain('key');
});
