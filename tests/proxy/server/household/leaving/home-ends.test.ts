import { expect, it } from 'vitest';
import { MANAGING_RIGHTS } from '#shared/rights';
import type { StoredFile } from '../../../../../proxy/server/base/store/sealed-file';
import { KnownControllers, type StoredControllers } from '../../../../../proxy/server/controllers/known';
import { ActivityLog, NO_ACTIVITY } from '../../../../../proxy/server/household/activity/activity';
import { HomeEnds } from '../../../../../proxy/server/household/leaving/home-ends';
import { LeavingHomes } from '../../../../../proxy/server/household/leaving/leaving-homes';
import {
  NOBODY_LEAVES,
  type StoredLeaving
} from '../../../../../proxy/server/household/leaving/stored-leaving';
import { Screens } from '../../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../../proxy/server/household/screens/stored-screens';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { memoryFile } from '../../../../support/memory-file';

const HOUR_MS = 3_600_000;
const MAC = '02005e100001';
const box = { address: '192.168.1.5', mac: MAC, card: MAC };

/** A box with a house and a cottage. Its files outlast a restart of it. */
function newBox() {
  const files = {
    controllers: memoryFile<StoredControllers>([]),
    screens: memoryFile<StoredScreens>([])
  };
  const clock = new FakeClock();
  const wanted: { note: { controller: string; now: boolean } | null } = { note: null };
  /** When each controller answered last, on the monotonic clock. */
  const heard = new Map<string, number>();
  let deleted: string[] = [];
  let isDiskFull = false;
  /** The file of what leaves, on a disk that can be full: what could not be written is not there after a restart. */
  let written: StoredLeaving = NOBODY_LEAVES;
  let unwritten: StoredLeaving | undefined;
  let isUnwritable = false;
  const leavingFile: StoredFile<StoredLeaving> = {
    read: async () => written,
    write(next) {
      unwritten = next;
      if (!isUnwritable) written = next;
    },
    async flush() {
      if (!isUnwritable) written = unwritten ?? written;
      return !isUnwritable;
    }
  };

  async function start() {
    const known = new KnownControllers({ file: files.controllers, clock, port: 80 });
    await known.load();
    const leaving = new LeavingHomes(leavingFile, known);
    await leaving.load();
    const screens = new Screens(files.screens, clock, (controller) => leaving.has(controller));
    const stopScreens = await screens.start();
    const activity = new ActivityLog(memoryFile(NO_ACTIVITY), clock);
    const forgetHome = async (controller: string) => {
      if (!isDiskFull) deleted.push(controller);
      return !isDiskFull;
    };
    const accounts = {
      tokens: () => ({}),
      forget: () => undefined,
      client: (controller: string) => ({ lastHeard: heard.get(controller) ?? clock.monotonic() })
    };
    const note = { read: async () => wanted.note, remove: async () => void (wanted.note = null) };
    const nothing = { forget: () => undefined };
    const stores = {
      clock,
      known,
      leaving,
      screens,
      activity,
      accounts,
      fingerprints: nothing,
      recoveryCodes: nothing,
      log: new LogCapture()
    };
    const store = { deleteSetAside: async () => true };
    const deps = { ...stores, note, store, saved: async () => true, forgetHome };
    const ends = new HomeEnds(deps as never);
    const stopEnds = await ends.start();
    const stop = () => {
      stopEnds();
      stopScreens();
    };
    return { ...stores, ends, stop };
  }
  return {
    clock,
    heard,
    wanted,
    start,
    get deleted() {
      return deleted;
    },
    /** From now on nobody can write what leaves. */
    refuseNotes(isRefused: boolean) {
      isUnwritable = isRefused;
    },
    fillDisk(isFull: boolean) {
      isDiskFull = isFull;
      deleted = [];
    }
  };
}

async function twoHomes() {
  const world = newBox();
  const running = await world.start();
  const house = running.known.add({ ...box, name: 'House' }).id;
  const cottage = running.known.add({ ...box, name: 'Cottage', address: '192.168.1.6', mac: null }).id;
  const add = (controller: string, name: string) =>
    running.screens.add({ controller, name, kept: true, rights: MANAGING_RIGHTS }).screen;
  return { world, ...running, house, cottage, phone: add(house, 'Phone'), other: add(cottage, 'Other') };
}

/** Whether the screens of an id are locked. */
const lockOf = (screens: Screens, id: string) => screens.current(id)?.locked;

it('a forgotten home is locked at once, says when it goes, and goes after 24 h, and no other home does', async () => {
  const { world, ends, screens, leaving, known, house, cottage, phone, other } = await twoHomes();
  await ends.begin(house, { by: phone });
  expect([screens.current(phone.id)?.locked, screens.current(other.id)?.locked]).toEqual([true, false]);
  expect(leaving.goesInMs(house)).toBe(24 * HOUR_MS);
  world.clock.pass(24 * HOUR_MS - 20_000);
  await settle();
  expect([world.deleted, known.real.length]).toEqual([[], 2]);
  await world.clock.advance(20_000);
  expect({ deleted: world.deleted, left: known.real.map(({ id }) => id) }).toEqual({
    deleted: [house],
    left: [cottage]
  });
  expect([screens.current(phone.id), screens.current(other.id)?.name]).toEqual([undefined, 'Other']);
  expect(leaving.has(house)).toBe(false);
});

it('the 24 h are running time: a restart goes on with them, and no clock that is set ends a home', async () => {
  const { world, ends, stop, house } = await twoHomes();
  await ends.begin(house, {});
  world.clock.jump(48 * HOUR_MS);
  world.clock.pass(20 * HOUR_MS);
  await settle();
  stop();
  // The box is off for long.
  world.clock.jump(400 * 24 * HOUR_MS);
  const again = await world.start();
  const left = again.leaving.goesInMs(house) ?? 0;
  expect(left).toBeGreaterThan(3.9 * HOUR_MS);
  expect(left).toBeLessThanOrEqual(4 * HOUR_MS);
  await world.clock.advance(1);
  expect(world.deleted).toEqual([]);
  world.clock.pass(4 * HOUR_MS);
  await settle();
  expect(world.deleted).toEqual([house]);
});

it('a home that was taken back is as before: screens that were locked for another reason stay locked', async () => {
  const { world, ends, screens, house, phone } = await twoHomes();
  const thief = screens.add({ controller: house, name: 'Thief', kept: true }).screen;
  screens.lockAllOf(house, phone.id);
  await ends.begin(house, { by: phone });
  expect(await ends.takeBack(house, { by: phone })).toMatchObject({ ok: true });
  expect([screens.current(phone.id)?.locked, screens.current(thief.id)?.locked]).toEqual([false, true]);
  world.clock.pass(48 * HOUR_MS);
  await settle();
  expect(world.deleted).toEqual([]);
  expect(await ends.takeBack(house, {})).toMatchObject({ ok: false });
});

it('a deletion that a disk did not take is tried again, after a restart too, and cannot be taken back', async () => {
  const { world, ends, stop, house } = await twoHomes();
  world.fillDisk(true);
  await ends.begin(house, {});
  expect(await ends.goNow(house)).toMatchObject({ ok: false, error: { code: 'not-kept' } });
  expect(await ends.takeBack(house, {})).toMatchObject({ ok: false });
  stop();
  world.fillDisk(false);
  const again = await world.start();
  expect([world.deleted, again.leaving.has(house)]).toEqual([[house], false]);
});

it('a kill right after a home was forgotten leaves it locked at the next start', async () => {
  const { world, leaving, house, phone } = await twoHomes();
  leaving.begin(house);
  const again = await world.start();
  expect(again.screens.current(phone.id)?.locked).toBe(true);
});

it.each([
  [false, 'first'],
  [true, 'first'],
  [false, 'last'],
  [true, 'last']
])(
  'a home that is forgotten (now: %s) and taken back at once is either gone or as before: the way back comes %s',
  async (now, order) => {
    const { ends, screens, leaving, known, house, phone } = await twoHomes();
    const forget = async () => {
      const begun = await ends.begin(house, { by: phone });
      return begun.ok && now ? ends.goNow(house) : begun;
    };
    const takeBack = () => ends.takeBack(house, { by: phone });
    const forgotten = forget();
    const back = order === 'first' ? takeBack() : settle().then(takeBack);
    const results = { forgotten: (await forgotten).ok, back: (await back).ok };
    expect(leaving.has(house)).toBe(false);
    if (known.get(house)) {
      expect([lockOf(screens, phone.id), results.back]).toEqual([false, true]);
      expect(results.forgotten && now).toBe(false);
    } else expect(results).toEqual({ forgotten: true, back: false });
  }
);

it('a screen whose account the controller refuses while its home leaves stays locked when that is taken back', async () => {
  const { ends, screens, house, phone } = await twoHomes();
  await ends.begin(house, {});
  expect(screens.lockAllOf(house).map(({ id }) => id)).toEqual([phone.id]);
  await ends.takeBack(house, {});
  expect(lockOf(screens, phone.id)).toBe(true);
});

it('a screen that comes while a home leaves is locked until that is taken back', async () => {
  const { ends, screens, house } = await twoHomes();
  await ends.begin(house, {});
  const { id } = screens.add({ controller: house, name: 'Late', kept: true }).screen;
  expect(lockOf(screens, id)).toBe(true);
  await ends.takeBack(house, {});
  expect(lockOf(screens, id)).toBe(false);
});

it('what could not be noted on the disk has not begun: nothing is locked, and nothing is deleted later', async () => {
  const { world, ends, screens, leaving, house, phone } = await twoHomes();
  world.refuseNotes(true);
  expect(await ends.begin(house, {})).toMatchObject({ ok: false, error: { code: 'not-saved' } });
  expect([lockOf(screens, phone.id), leaving.has(house)]).toEqual([false, false]);
  world.refuseNotes(false);
  await ends.begin(house, {});
  world.refuseNotes(true);
  expect(await ends.goNow(house)).toMatchObject({ ok: false, error: { code: 'not-saved' } });
  expect(await ends.begin(house, {}), 'once more').toMatchObject({ ok: false });
  expect([lockOf(screens, phone.id), leaving.canStay(house)]).toEqual([true, true]);
  world.refuseNotes(false);
  await world.clock.advance(60_000);
  expect(world.deleted).toEqual([]);
  expect(await ends.takeBack(house, {})).toMatchObject({ ok: true });
});

it('the owner’s note to forget a home is tried until it is done, and then goes', async () => {
  const { world, leaving, house } = await twoHomes();
  world.refuseNotes(true);
  world.wanted.note = { controller: house, now: true };
  await world.clock.advance(20_000);
  expect([world.wanted.note, leaving.has(house)]).toEqual([{ controller: house, now: true }, false]);
  world.refuseNotes(false);
  await world.clock.advance(10_000);
  expect([world.wanted.note, world.deleted]).toEqual([null, [house]]);
});

it.each([
  [false, 24 * HOUR_MS],
  [true, undefined]
])('the owner of the data folder forgets a home by a note (now: %s)', async (now, goesInMs) => {
  const { world, leaving, house } = await twoHomes();
  world.wanted.note = { controller: house, now };
  await world.clock.advance(10_000);
  expect({ note: world.wanted.note, goesInMs: leaving.goesInMs(house) }).toEqual({ note: null, goesInMs });
  expect(world.deleted).toEqual(now ? [house] : []);
});

it('a controller is silent for a day once it has not answered for 24 h of running time, also over a restart', async () => {
  const { world, leaving, stop, house, cottage } = await twoHomes();
  world.heard.set(house, world.clock.monotonic());
  world.clock.pass(23 * HOUR_MS);
  expect(leaving.isSilent(house)).toBe(false);
  stop();
  const again = await world.start();
  world.clock.pass(HOUR_MS + 10_000);
  expect([again.leaving.isSilent(house), again.leaving.isSilent(cottage)]).toEqual([true, false]);
  world.heard.delete(house);
  world.clock.pass(10_000);
  expect(again.leaving.isSilent(house)).toBe(false);
});

it('what is left of a forgotten home recognizes another one of its name or its MAC, and no name is in it', async () => {
  const { world, ends, stop, known, leaving, house } = await twoHomes();
  await ends.begin(house, {});
  await ends.goNow(house);
  stop();
  const again = await world.start();
  for (const [more, isMarked] of [
    [{ name: ' hоusе ', mac: null }, true],
    [{ name: 'Barn', mac: MAC }, true],
    [{ name: 'House of cards', mac: null }, false]
  ] as const) {
    const { id } = again.known.add({ ...box, ...more, address: '192.168.1.9' });
    expect('namesake' in again.leaving.namesakeOf(id)).toBe(isMarked);
    again.known.remove(id);
  }
  expect([known.get(house), leaving.has(house)]).toEqual([undefined, false]);
  again.leaving.pass(366 * 24 * HOUR_MS, () => true);
  const { id } = again.known.add({ ...box, name: 'House' });
  expect(again.leaving.namesakeOf(id)).toEqual({});
});

it('homes that look alike carry a number of their own each, by whatever they do so, and keep it', async () => {
  const { known, leaving } = await twoHomes();
  const barn = known.add({ ...box, name: 'Barn' }).id;
  const first = known.add({ ...box, name: 'Hоuse', mac: null }).id;
  const ids = [...known.real.map(({ id }) => id)];
  const numbersNow = () => ids.map((id) => leaving.namesakeOf(id).namesake?.number);
  const numbers = numbersNow();
  expect(numbers.filter((number) => number !== undefined)).toHaveLength(3);
  expect(new Set(numbers).size).toBe(4);
  known.add({ ...box, name: 'HOUSE', mac: null });
  expect(numbersNow()).toEqual(numbers);
  expect([barn, first].every((id) => 'namesake' in leaving.namesakeOf(id))).toBe(true);
});
