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
  opened.remember(BOX, 'ann', devices(64));
  const renamed = (count: number) => [...devices(64).slice(count), ...devices(count, 'Other')];
  expect(opened.differs(BOX, 'ann', renamed(20))).toBe(false);
  expect(opened.differs(BOX, 'ann', renamed(32))).toBe(false);
  expect(opened.differs(BOX, 'ann', renamed(40))).toBe(true);
  expect(opened.differs(BOX, 'ann', [])).toBe(true);
});

it('a home with fewer than four known devices cannot be recognised', async () => {
  const { opened } = await fingerprints();
  opened.remember(BOX, 'ann', devices(3));
  expect(opened.differs(BOX, 'ann', devices(3, 'Other'))).toBe(false);
  expect(opened.differs(BOX, 'bob', devices(9))).toBe(false);
  opened.remember(BOX, 'ann', devices(4));
  expect(opened.differs(BOX, 'ann', devices(4, 'Other'))).toBe(true);
});

it("a home is compared with other users' if its own user never read it", async () => {
  const { opened } = await fingerprints();
  opened.remember(BOX, 'ann', devices(10));
  opened.remember('ffffffffffff', 'bob', devices(10, 'Else'));
  expect(opened.differs(BOX, 'bob', devices(10))).toBe(false);
  expect(opened.differs(BOX, 'bob', devices(10, 'Else'))).toBe(true);
});

it('a home without devices for a moment keeps its fingerprint', async () => {
  const { opened } = await fingerprints();
  opened.remember(BOX, 'ann', devices(10));
  opened.remember(BOX, 'ann', []);
  expect(opened.differs(BOX, 'ann', devices(10, 'Other'))).toBe(true);
});

it('a fingerprint takes less than 4 KB for each user on the disk, has no names in it, and is read again', async () => {
  const { opened, file } = await fingerprints();
  opened.remember(BOX, 'ann', devices(5_000, 'Bedroom'));
  const stored = JSON.stringify(await file.read());
  expect(stored.length).toBeLessThan(4_096);
  expect(stored).not.toContain('Bedroom');
  const again = (await fingerprints(file)).opened;
  expect(again.differs(BOX, 'ann', devices(5_000, 'Bedroom'))).toBe(false);
  expect(again.differs(BOX, 'ann', devices(5_000, 'Other'))).toBe(true);
  expect(again.has(BOX, 'ann')).toBe(true);
  expect(again.has(BOX, 'bob')).toBe(false);
});
