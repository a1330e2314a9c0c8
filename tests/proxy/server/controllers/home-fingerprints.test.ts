import { expect, it } from 'vitest';
import {
  HomeFingerprints,
  type StoredFingerprints
} from '../../../../proxy/server/controllers/home-fingerprints';
import { memoryFile } from '../../../support/memory-file';

const BOX = '0123456789ab';
const devices = (count: number, name = 'Lamp') =>
  Array.from({ length: count }, (_, id) => ({ id, name: `${name} ${id}` }));

async function fingerprints(file = memoryFile<StoredFingerprints>([])) {
  const opened = new HomeFingerprints(file);
  await opened.load();
  return { opened, file };
}

it('a home is the same with 20 of 64 devices renamed, and another with 40 renamed', async () => {
  const { opened } = await fingerprints();
  opened.remember(BOX, devices(64));
  const renamed = (count: number) => [...devices(64).slice(count), ...devices(count, 'Other')];
  expect(opened.differs(BOX, renamed(20))).toBe(false);
  expect(opened.differs(BOX, renamed(32))).toBe(false);
  expect(opened.differs(BOX, renamed(40))).toBe(true);
  expect(opened.differs(BOX, [])).toBe(true);
});

it('a home with fewer than four known devices cannot be recognised', async () => {
  const { opened } = await fingerprints();
  opened.remember(BOX, devices(3));
  expect(opened.differs(BOX, devices(3, 'Other'))).toBe(false);
  expect(opened.differs('ffffffffffff', devices(9))).toBe(false);
  opened.remember(BOX, devices(4));
  expect(opened.differs(BOX, devices(4, 'Other'))).toBe(true);
});

it.each([
  ['the same devices', devices(8), { isSame: true, isMostOf: true }],
  ['one more', devices(9), { isSame: false, isMostOf: true }],
  ['one of four missing', devices(6), { isSame: false, isMostOf: true }],
  ['three of eight missing', devices(5), { isSame: false, isMostOf: false }],
  ['another name', [...devices(7), { id: 7, name: 'Other' }], { isSame: false, isMostOf: true }]
])('a home with %s is compared with the known one', async (_, there, expected) => {
  const { opened } = await fingerprints();
  opened.remember(BOX, devices(8));
  expect({ isSame: opened.isSame(BOX, there), isMostOf: opened.isMostOf(BOX, there) }).toEqual(expected);
});

it('a home that was never read is neither the same as another one nor most of it', async () => {
  const { opened } = await fingerprints();
  expect(opened.isSame(BOX, devices(4))).toBe(false);
  expect(opened.isMostOf(BOX, devices(4))).toBe(false);
});

it('a home without devices for a moment keeps its fingerprint', async () => {
  const { opened } = await fingerprints();
  opened.remember(BOX, devices(10));
  opened.remember(BOX, []);
  expect(opened.differs(BOX, devices(10, 'Other'))).toBe(true);
});

it('a fingerprint takes less than 4 KB on the disk, has no names in it, and is read again', async () => {
  const { opened, file } = await fingerprints();
  opened.remember(BOX, devices(5_000, 'Bedroom'));
  const stored = JSON.stringify(await file.read());
  expect(stored.length).toBeLessThan(4_096);
  expect(stored).not.toContain('Bedroom');
  const again = (await fingerprints(file)).opened;
  expect(again.differs(BOX, devices(5_000, 'Bedroom'))).toBe(false);
  expect(again.differs(BOX, devices(5_000, 'Other'))).toBe(true);
  expect(again.has(BOX)).toBe(true);
  expect(again.has('ffffffffffff')).toBe(false);
});
