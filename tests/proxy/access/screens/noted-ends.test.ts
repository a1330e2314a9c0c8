import { expect, it, onTestFinished } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { Screens } from '../../../../proxy/access/screens/screens';
import type { StoredScreens } from '../../../../proxy/access/screens/stored-screens';
import { EndSlots } from '../../../../proxy/store/end-slots';
import { memoryFile } from '../../../../proxy/store/sealed-file';
import { FakeClock } from '../../../support/fake-clock';
import { LogCapture } from '../../../support/log-capture';
import { temporaryFolder } from '../../../support/temporary-folder';

const PHONE = { name: 'Phone', controller: '0123456789ab', user: 'ann', kept: true };
const LOOKING = { ...FULL_RIGHTS, commands: false };

/** Screens whose file is on a disk that fills up, as seen by one process after another. */
async function disk() {
  const folder = await temporaryFolder();
  const clock = new FakeClock();
  let onDisk: StoredScreens = [];
  let isFull = false;
  const openEnds = () =>
    EndSlots.open({ folder, name: 'screens.ended', key: Buffer.alloc(32), log: new LogCapture() });

  const start = async () => {
    const memory = memoryFile<StoredScreens>(structuredClone(onDisk));
    const flush = async () => {
      if (!isFull) onDisk = structuredClone(await memory.read());
      return !isFull;
    };
    const ends = await openEnds();
    onTestFinished(() => ends.slots.close());
    const screens = new Screens({ file: { ...memory, flush }, clock, ends });
    await screens.start();
    return screens;
  };
  return {
    clock,
    start,
    fill: () => (isFull = true),
    clear: () => (isFull = false),
    /** The number of used slots. */
    async slotsTaken() {
      const { slots, found } = await openEnds();
      await slots.close();
      return found.length;
    }
  };
}

it('on a full disk, an ended screen stays ended, and a limited one comes back without any rights', async () => {
  const { start, fill } = await disk();
  const before = await start();
  const [ended, limited, other] = [before.add(PHONE), before.add(PHONE), before.add(PHONE)];
  await before.saved();
  fill();
  before.end(ended.screen.id);
  expect(await before.saved(ended.screen.id)).toBe(true);
  before.change(limited.screen.id, { rights: LOOKING });
  expect(await before.saved(limited.screen.id)).toBe(true);
  expect(before.authenticate(limited.cookie)?.rights).toEqual(LOOKING);

  const after = await start();
  expect(after.authenticate(ended.cookie)).toBeUndefined();
  expect(after.authenticate(limited.cookie)).toBeUndefined();
  expect(after.authenticate(other.cookie)).toMatchObject({ rights: FULL_RIGHTS });
});

it.each([
  ['a new name', { name: 'Hall' }],
  ['more rights', { rights: FULL_RIGHTS }]
])('on a full disk, %s is reported as not stored, and signs out no screen', async (_what, edit) => {
  const { start, fill } = await disk();
  const before = await start();
  const { screen, cookie } = before.add({ ...PHONE, rights: LOOKING });
  await before.saved();
  fill();
  before.change(screen.id, edit);
  expect(await before.saved(screen.id)).toBe(false);
  expect((await start()).authenticate(cookie)).toMatchObject({ name: 'Phone', rights: LOOKING });
});

it('on a full disk, as many ends are stored as there are slots, and the next one is reported as not stored', async () => {
  const { start, fill } = await disk();
  const screens = await start();
  const made = Array.from({ length: 257 }, () => screens.add(PHONE).screen.id);
  await screens.saved();
  fill();
  for (const id of made) screens.end(id);
  expect(await screens.saved(...made.slice(0, 256))).toBe(true);
  expect(await screens.saved(...made)).toBe(false);
});

it('slots are freed within a minute after the file is written', async () => {
  const { start, fill, clear, clock, slotsTaken } = await disk();
  const screens = await start();
  const { screen, cookie } = screens.add(PHONE);
  fill();
  screens.change(screen.id, { rights: LOOKING });
  await screens.saved(screen.id);
  expect(await slotsTaken()).toBe(1);
  clear();
  await clock.advance(60_000);
  await expect.poll(slotsTaken).toBe(0);
  // The screen is limited again, not ended.
  expect((await start()).authenticate(cookie)?.rights).toEqual(LOOKING);
});

it('slots of an earlier process are freed by the next one that can write', async () => {
  const { start, fill, clear, slotsTaken } = await disk();
  const before = await start();
  const { screen, cookie } = before.add(PHONE);
  await before.saved();
  fill();
  before.end(screen.id);
  await before.saved(screen.id);
  await start();
  expect(await slotsTaken()).toBe(1);
  clear();
  await start();
  expect(await slotsTaken()).toBe(0);
  expect((await start()).authenticate(cookie)).toBeUndefined();
});

it('with room on the disk, 300 ends in sequence and 300 in parallel are stored, and leave no slot used', async () => {
  const { start, slotsTaken } = await disk();
  const screens = await start();
  const made = Array.from({ length: 300 }, () => screens.add(PHONE));
  for (const { screen } of made) {
    screens.end(screen.id);
    expect(await screens.saved(screen.id)).toBe(true);
  }
  const more = Array.from({ length: 300 }, () => screens.add(PHONE).screen.id);
  for (const id of more) screens.end(id);
  expect(await screens.saved(...more)).toBe(true);
  expect(await slotsTaken()).toBe(0);
  expect((await start()).all).toEqual([]);
});
