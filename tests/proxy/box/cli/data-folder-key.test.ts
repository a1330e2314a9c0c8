import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgetHome } from '../../../../proxy/box/cli/forget-home';
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
])('a command refuses a data folder in a sentence if %s', async (_, folder, why) => {
  const path = await folder();
  const made = await makeSetupCode(path, new FakeClock());
  expect(made.ok ? '' : made.error.message).toContain(why);
  const forgotten = await forgetHome(path, { home: 'Loft', now: false, print: () => undefined });
  expect(forgotten.ok ? '' : forgotten.error.message).toContain(why);
});
