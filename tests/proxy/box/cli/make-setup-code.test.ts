import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSetupCode } from '../../../../proxy/box/cli/make-setup-code';
import { FakeClock } from '../../../support/fake-clock';
import { temporaryFolder } from '../../../support/temporary-folder';

const isRoot = process.geteuid?.() === 0;

/** A folder of a user who does not run this. */
async function foreignFolder() {
  if (!isRoot) return '/';
  const folder = await temporaryFolder();
  await chown(folder, 65_534, 65_534);
  return folder;
}

it.each([
  ['there is no', async () => join(await temporaryFolder(), 'nothing'), 'There is no data folder of Mantel'],
  ['it is empty', temporaryFolder, 'There is no data folder of Mantel'],
  ['it belongs to another user', foreignFolder, 'belongs to another user']
])('no setup code is made in a data folder if %s', async (_, folder, why) => {
  const made = await makeSetupCode(await folder(), new FakeClock());
  expect(made.ok ? '' : made.error.message).toContain(why);
});
