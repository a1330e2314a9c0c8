import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../../../../proxy/server/base/store/replace-file';
import { temporaryFolder } from '../../../../support/temporary-folder';

it("a link planted at the temporary file's path is not followed", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'screens');
  const precious = join(folder, 'precious');
  await writeFile(precious, 'precious');
  await symlink(precious, `${path}.new`);
  await symlink(precious, path);
  await replaceFile(path, Buffer.from('new'));
  expect(await readFile(precious, 'utf8')).toBe('precious');
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await lstat(path)).isSymbolicLink()).toBe(false);
});
