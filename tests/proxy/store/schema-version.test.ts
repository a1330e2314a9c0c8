import * as v from 'valibot';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seal, type SchemaVersion } from '../../../proxy/store/seal';
import { LogCapture } from '../../support/log-capture';
import { filesNamed, openStore } from '../../support/sealed-folder';
import { temporaryFolder } from '../../support/temporary-folder';

/** A run of a program that knows the format up to a version. It writes names if there are any, and ends. */
async function run(folder: string, version: SchemaVersion, written?: readonly string[]) {
  const log = new LogCapture();
  const store = await openStore(folder, log);
  const names = store.file<readonly string[]>('names', v.array(v.string()), [], version);
  const read = await names.read();
  if (written) names.write(written);
  const hasUnreadable = await store.hasUnreadable();
  await store.close();
  return { read, log: log.entries, hasUnreadable };
}

/** A folder after a first run of a program. */
async function folderOf(version: SchemaVersion, written?: readonly string[]) {
  const folder = join(await temporaryFolder(), 'data');
  await run(folder, version, written);
  return folder;
}

const namesIn = (folder: string) => filesNamed(folder, 'names');

/** The content of the file of names, sealed with the folder's key. */
async function put(folder: string, content: string) {
  const key = await readFile(join(folder, 'key'));
  await writeFile(join(folder, 'names'), seal(key, 'names', Buffer.from(content)));
}

it('a stored file from before versions is read by each later version', async () => {
  const folder = await folderOf(0);
  await put(folder, '["Ann"]');
  expect((await run(folder, 0)).read).toEqual(['Ann']);
  expect((await run(folder, 3)).read).toEqual(['Ann']);
});

it('a stored file of an earlier version is read, and written in the current one', async () => {
  const folder = await folderOf(1, ['Ann']);
  expect((await run(folder, 2, ['Bob'])).read).toEqual(['Ann']);
  expect((await run(folder, 1)).read).toEqual([]);
});

it('a stored file may have more fields than its version and its value', async () => {
  const folder = await folderOf(1);
  await put(folder, '{"schema":1,"value":["Ann"],"writtenBy":"9.0.0"}');
  expect((await run(folder, 1)).read).toEqual(['Ann']);
});

it('a file of a newer version is set aside unchanged, logged, and replaced by an empty one', async () => {
  const folder = await folderOf(2, ['Ann']);
  const content = await readFile(join(folder, 'names'));
  const { read, log, hasUnreadable } = await run(folder, 1, ['Bob']);
  const [aside = ''] = await filesNamed(folder, 'names.newer-');
  expect(read).toEqual([]);
  expect(await readFile(join(folder, aside))).toEqual(content);
  expect(log).toMatchObject([{ level: 'warn', file: 'names', aside, why: 'its schema version is 2' }]);
  expect(hasUnreadable).toBe(true);
  expect((await run(folder, 1)).read).toEqual(['Bob']);
});

it('a file of a newer version is restored for the newer program, however often an older one ran', async () => {
  const folder = await folderOf(2, ['Ann']);
  await run(folder, 1);
  await run(folder, 0);
  const { read, log, hasUnreadable } = await run(folder, 2);
  expect([read, hasUnreadable, await namesIn(folder)]).toEqual([['Ann'], false, ['names']]);
  expect(log).toMatchObject([{ level: 'info', file: 'names' }]);
});

it('a file that the older program wrote meanwhile has priority, and the newer one stays set aside', async () => {
  const folder = await folderOf(2, ['Ann']);
  await run(folder, 1, ['Bob']);
  expect((await run(folder, 2)).read).toEqual(['Bob']);
  expect(await namesIn(folder)).toHaveLength(2);
});

it('a file with a damaged first byte does not count as one of a newer version', async () => {
  const folder = await folderOf(0, ['Ann']);
  const content = await readFile(join(folder, 'names'));
  await writeFile(join(folder, 'names'), Buffer.concat([Buffer.of(2), content.subarray(1)]));
  expect((await run(folder, 0)).read).toEqual([]);
  expect(await namesIn(folder)).toEqual([expect.stringMatching(/^names\.broken-\d+$/)]);
});

it('a file with a broken seal does not count as one of a newer version', async () => {
  const folder = await folderOf(2, ['Ann']);
  const content = await readFile(join(folder, 'names'));
  await writeFile(join(folder, 'names'), content.subarray(0, -1));
  await run(folder, 1);
  expect(await namesIn(folder)).toEqual([expect.stringMatching(/^names\.broken-\d+$/)]);
});
