import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { END_SLOTS, EndSlots, SLOT_BYTES } from '../../../proxy/store/end-slots';
import { LogCapture } from '../../support/log-capture';
import { temporaryFolder } from '../../support/temporary-folder';

const KEY = Buffer.alloc(32, 7);
const NAME = 'screens.ended';
const hashOf = (text: string | number) => createHash('sha256').update(String(text)).digest('base64url');

/** A folder, and a function that opens the list in it like the next process. */
async function slotsFolder() {
  const folder = await temporaryFolder();
  const path = join(folder, NAME);
  const log = new LogCapture();
  const open = (key = KEY) => EndSlots.open({ folder, name: NAME, key, log });
  const found = async (key = KEY) => {
    const opened = await open(key);
    await opened.slots.close();
    return opened.found.map(({ hash }) => hash);
  };
  return { folder, path, log, open, found };
}

it('a list of ends has its full size from the start, and keeps it', async () => {
  const { path, open } = await slotsFolder();
  const { slots } = await open();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path)).equals(Buffer.alloc(END_SLOTS * SLOT_BYTES))).toBe(true);
  const { ino } = await stat(path);
  await slots.add(hashOf('a')).isKept;
  await slots.close();
  expect(await stat(path)).toMatchObject({ ino, size: END_SLOTS * SLOT_BYTES });
  expect(512 % SLOT_BYTES).toBe(0);
});

it('an end is found by the next process as soon as it is acknowledged, until it is freed', async () => {
  const { open, found } = await slotsFolder();
  const { slots } = await open();
  const first = slots.add(hashOf('a'));
  const second = slots.add(hashOf('b'));
  expect([await first.isKept, await second.isKept]).toEqual([true, true]);
  expect(await found()).toEqual([hashOf('a'), hashOf('b')]);
  await first.free();
  expect(await found()).toEqual([hashOf('b')]);
  await slots.close();
});

it('a list of ends frees the entries of an earlier process', async () => {
  const { open, found } = await slotsFolder();
  const earlier = await open();
  await earlier.slots.add(hashOf('a')).isKept;
  await earlier.slots.close();
  const later = await open();
  await later.found[0]?.free();
  await later.slots.close();
  expect(await found()).toEqual([]);
});

it('a list of ends skips a torn slot, and only that one', async () => {
  const { path, open, found } = await slotsFolder();
  const { slots } = await open();
  await Promise.all(['a', 'b', 'c'].map((name) => slots.add(hashOf(name)).isKept));
  await slots.close();
  const whole = await readFile(path);
  for (let at = SLOT_BYTES; at < 2 * SLOT_BYTES; at += 9) {
    // An interrupted write leaves the previous content: zeros.
    await writeFile(path, Buffer.from(whole).fill(0, at, 2 * SLOT_BYTES));
    expect(await found()).toEqual([hashOf('a'), hashOf('c')]);
  }
  const again = await open();
  expect(await again.slots.add(hashOf('d')).isKept).toBe(true);
  await again.slots.close();
  expect(await found()).toEqual([hashOf('a'), hashOf('d'), hashOf('c')]);
});

it('a list of ends is ignored under another key, and is restored if it was truncated', async () => {
  const { path, open, found } = await slotsFolder();
  const { slots } = await open();
  await slots.add(hashOf('a')).isKept;
  await slots.close();
  expect(await found(Buffer.alloc(32, 8))).toEqual([]);
  await writeFile(path, (await readFile(path)).subarray(0, SLOT_BYTES + 5));
  expect(await found()).toEqual([hashOf('a')]);
  expect((await stat(path)).size).toBe(END_SLOTS * SLOT_BYTES);
});

it('a list of ends accepts as many as it has slots, refuses the next, and accepts it once one is freed', async () => {
  const { open, found } = await slotsFolder();
  const { slots } = await open();
  const added = Array.from({ length: END_SLOTS }, (_, n) => slots.add(hashOf(n)));
  expect((await Promise.all(added.map(({ isKept }) => isKept))).every(Boolean)).toBe(true);
  expect(await slots.add(hashOf('more')).isKept).toBe(false);
  await added[3]?.free();
  const next = slots.add(hashOf('next'));
  expect(await next.isKept).toBe(true);
  // A second free does not take the slot from its new owner.
  await added[3]?.free();
  expect(await found()).toContain(hashOf('next'));
  await slots.close();
});

it('a list that cannot be created stores nothing, and is created as soon as possible', async () => {
  const { folder, log } = await slotsFolder();
  const parent = join(folder, 'later');
  const { slots } = await EndSlots.open({ folder: parent, name: NAME, key: KEY, log });
  expect(log.entries).toMatchObject([{ level: 'warn', file: NAME }]);
  expect(await slots.add(hashOf('a')).isKept).toBe(false);
  expect(log.entries).toHaveLength(2);
  await mkdir(parent);
  expect(await slots.add(hashOf('b')).isKept).toBe(true);
  await slots.close();
  const { slots: again, found: left } = await EndSlots.open({ folder: parent, name: NAME, key: KEY, log });
  await again.close();
  expect(left.map(({ hash }) => hash)).toEqual([hashOf('a'), hashOf('b')]);
});
