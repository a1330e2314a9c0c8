import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { overwriteFile } from '../../../../../proxy/server/base/store/allocated-file';
import { compact, KEY_BYTES, seal, unseal } from '../../../../../proxy/server/base/store/seal';
import {
  storedScreensSchema,
  type StoredScreens
} from '../../../../../proxy/server/household/screens/stored-screens';
import { aScreen } from '../../../../support/screens';
import { openStore } from '../../../../support/sealed-folder';
import { temporaryFolder } from '../../../../support/temporary-folder';

const KEY = randomBytes(KEY_BYTES);
const NAME = 'screens';
const sealed = (text: string) => seal(KEY, NAME, Buffer.from(text));

/** A file with a content, and functions that overwrite and read it. */
async function allocatedFile(first: string) {
  const path = join(await temporaryFolder(), NAME);
  const write = (text: string) => overwriteFile(path, sealed(text));
  const textIn = (file: Buffer) => {
    const opened = unseal(KEY, NAME, file);
    return opened.ok ? opened.value.toString() : opened.error.code;
  };
  await write(first);
  return { path, write, textIn, read: async () => textIn(await readFile(path)) };
}

it('an allocated file keeps its size and its place on the disk, whatever is written', async () => {
  const { path, write, read } = await allocatedFile('one');
  const { ino, size, mode } = await stat(path);
  expect(mode & 0o777).toBe(0o600);
  for (const text of ['x'.repeat(1_000_000), '', 'two']) {
    await write(text);
    expect(await read()).toBe(text);
  }
  expect(await stat(path)).toMatchObject({ ino, size });
});

it('a write that a power cut interrupts leaves the content before, or the new one', async () => {
  const { path, write, textIn } = await allocatedFile('before '.repeat(100));
  const before = await readFile(path);
  await write('after '.repeat(120));
  const after = await readFile(path);
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
  const second = changed.findIndex((at) => at > after.length / 2);
  for (let done = 0; done <= changed.length; done += 13) {
    const torn = Buffer.from(before);
    for (const at of changed.slice(0, done)) torn[at] = after[at] ?? 0;
    expect([done, textIn(torn).slice(0, 5)]).toEqual([done, done < second ? 'befor' : 'after']);
  }
});

it('an allocated file is read with one of its copies damaged, and not with both', async () => {
  const { path, write, textIn } = await allocatedFile('old');
  await write('new');
  const whole = await readFile(path);
  const half = whole.length / 2;
  expect([textIn(Buffer.from(whole).fill(0, 4_096, half)), textIn(Buffer.from(whole).fill(0, half))]).toEqual(
    ['new', 'new']
  );
  expect(textIn(Buffer.from(whole).fill(0, 4_096))).toBe('unreadable');
  expect(textIn(whole.subarray(1))).toBe('unreadable');
});

it('a file that is not allocated is read, and allocated with the next write; a backup has it as before', async () => {
  const { path, write, read } = await allocatedFile('one');
  const { size } = await stat(path);
  await writeFile(path, sealed('two'));
  expect(await read()).toBe('two');
  await write('three');
  expect({ text: await read(), size: (await stat(path)).size }).toEqual({ text: 'three', size });
  const backedUp = compact(KEY, NAME, await readFile(path));
  expect(backedUp).toHaveLength(sealed('three').length);
  expect(unseal(KEY, NAME, backedUp)).toMatchObject({ value: Buffer.from('three') });
});

it('a household’s 200 screens fit at their largest, and what does not fit is not written', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const store = await openStore(folder);
  const rooms = Array.from({ length: 200 }, (_, at) => Number.MAX_SAFE_INTEGER - at);
  const largest = {
    ...aScreen({
      name: '\u20ac'.repeat(100),
      pin: { salt: 'x'.repeat(22), hash: 'x'.repeat(43) }
    }),
    rights: { rooms, commands: false, until: 1e15, manages: false },
    browser: 'Samsung Internet · Android',
    cameIn: { how: 'setup-code', at: 1e15, by: { id: 'x'.repeat(16), name: '\u20ac'.repeat(100) } },
    hash: 'x'.repeat(43),
    idleLeft: Math.PI * 1e9,
    absoluteLeft: Math.PI * 1e9,
    untilLeft: Math.PI * 1e9
  } satisfies StoredScreens[number];
  const file = store.file<StoredScreens>(NAME, storedScreensSchema, [], overwriteFile);
  const screens = Array.from({ length: 200 }, () => largest);
  file.write(screens);
  expect(await file.flush()).toBe(true);
  file.write([...screens, ...screens]);
  expect(await file.flush()).toBe(false);
  await store.close();
  const again = await openStore(folder);
  expect(await again.file<StoredScreens>(NAME, storedScreensSchema, [], overwriteFile).read()).toHaveLength(
    200
  );
  await again.close();
});
