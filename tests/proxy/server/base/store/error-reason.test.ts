import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reasonOf } from '../../../../../proxy/server/base/store/errors';
import { temporaryFolder } from '../../../../support/temporary-folder';

/** The error of a failed access. */
const errorOf = (access: Promise<unknown>) =>
  access.then(
    () => undefined,
    (error: unknown) => error
  );

it('a system error is told in words, with what to do, and without its code', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  const missing = join(folder, 'missing');
  expect(reasonOf(await errorOf(readFile(missing)))).toBe(`there is no ${missing}, so check its name`);
  expect(reasonOf(await errorOf(readFile(join(file, 'below'))))).toBe(
    `a part of ${file}/below is not a folder, so check its name`
  );
  // This error does not name its path.
  expect(reasonOf(await errorOf(readFile(folder)), folder)).toBe(`${folder} is a folder, so name a file`);
  expect(reasonOf(await errorOf(writeFile('/dev/full', 'x')))).toBe('the disk is full, so free some space');
});

it('any other error is told by its message', () => {
  expect(reasonOf(new Error('a defect'))).toBe('a defect');
  expect(reasonOf('thrown text')).toBe('thrown text');
});
