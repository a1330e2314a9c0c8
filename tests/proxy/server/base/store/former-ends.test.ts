import { createHash, createHmac } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFormerEnds } from '../../../../../proxy/server/base/store/former-ends';
import household from '../../../../fixtures/household-e89340d2/household.json';
import { copiedFixture } from '../../../../support/copied-fixture';
import { testProxy } from '../../../../support/test-proxy';

const { cookie } = household.controllers.demo.screen;
const HASH = createHash('sha256').update(cookie.replace('mantel=', '')).digest();

/** The data folder of commit e89340d2 with slots of its list of ended screens, the first of which is empty. */
async function folderWith(spoil: (slot: Buffer) => void) {
  const dataDir = await copiedFixture('household-e89340d2');
  const key = await readFile(join(dataDir, 'key'));
  const path = join(dataDir, 'screens.ended');
  const mark = createHmac('sha256', key).update('mantel end slot ').update(HASH).digest();
  const slot = Buffer.concat([HASH, mark]);
  spoil(slot);
  const list = await readFile(path);
  slot.copy(list, slot.length);
  await writeFile(path, list);
  return { dataDir, key };
}

it('a screen that commit e89340d2 noted as ended is ended, and its list goes once that is stored', async () => {
  const { dataDir, key } = await folderWith(() => undefined);
  expect((await readFormerEnds({ folder: dataDir, key })).hashes).toEqual([HASH.toString('base64url')]);
  const { call, stop } = await testProxy({ dataDir, hasDemo: false });
  expect((await call(cookie, 'GET', '/api/me')).status).toBe(401);
  expect(await readdir(dataDir)).not.toContain('screens.ended');
  await stop();
  const again = await testProxy({ dataDir, hasDemo: false });
  expect((await again.call(cookie, 'GET', '/api/me')).status).toBe(401);
});

it('a slot of that list whose write was interrupted ends nobody, and the file of screens is allocated', async () => {
  const { dataDir } = await folderWith((slot) => slot.fill(0, 40));
  const { call } = await testProxy({ dataDir, hasDemo: false });
  expect((await call(cookie, 'GET', '/api/me')).status).toBe(200);
  expect((await stat(join(dataDir, 'screens'))).size).toBeGreaterThan(2 ** 20);
});
