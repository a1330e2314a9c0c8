import { beforeEach, describe, expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { ABSOLUTE_TIMEOUT_MS, IDLE_TIMEOUT_MS } from '../../../../../proxy/server/household/screens/lifetime';
import { Screens } from '../../../../../proxy/server/household/screens/screens';
import type { StoredScreens } from '../../../../../proxy/server/household/screens/stored-screens';
import { FakeClock } from '../../../../support/fake-clock';
import { memoryFile } from '../../../../support/memory-file';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const KITCHEN = { name: 'Kitchen', controller: '0123456789ab', kept: false };

async function openScreens(file = memoryFile<StoredScreens>([]), clock = new FakeClock()) {
  const screens = new Screens(file, clock);
  const stop = await screens.start();
  return { screens, stop, file, clock };
}

let screens: Screens;
let stop: () => void;
let file: ReturnType<typeof memoryFile<StoredScreens>>;
let clock: FakeClock;

beforeEach(async () => {
  ({ screens, stop, file, clock } = await openScreens());
});

describe('a screen', () => {
  it('is identified by a cookie of 256 bits, which is stored nowhere', async () => {
    const { screen, cookie } = screens.add(KITCHEN);
    expect(cookie).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(screens.authenticate(cookie)).toMatchObject({ ...KITCHEN, id: screen.id });
    const stored = JSON.stringify(await file.read());
    expect(stored).toContain('Kitchen');
    expect(stored).not.toContain(cookie);
    expect(screen.id).not.toContain(cookie.slice(0, 8));
  });

  it.each([undefined, '', 'garbage', 'A'.repeat(43)])('is not known by the cookie %j', async (cookie) => {
    screens.add(KITCHEN);
    expect(screens.authenticate(cookie)).toBeUndefined();
  });

  it('is not identified by the hash on the disk', async () => {
    screens.add(KITCHEN);
    const [stored] = await file.read();
    expect(screens.authenticate(stored?.hash)).toBeUndefined();
    expect(screens.authenticate(stored?.id)).toBeUndefined();
  });

  it('has a new cookie at each sign-in', async () => {
    expect(screens.add(KITCHEN).cookie).not.toBe(screens.add(KITCHEN).cookie);
  });

  it('survives a restart of the process', async () => {
    const first = await openScreens();
    const { cookie, screen } = first.screens.add(KITCHEN);
    first.stop();
    const second = await openScreens(first.file);
    expect(second.screens.authenticate(cookie)?.id).toBe(screen.id);
  });

  it('with an end time gains at most five minutes from a killed process', async () => {
    screens.add({ ...KITCHEN, rights: { ...FULL_RIGHTS, until: clock.now() + DAY } });
    await clock.advance(HOUR - 1);
    const [stored] = await file.read();
    expect(stored?.untilLeft).toBeLessThanOrEqual(DAY - 55 * 60 * 1000 + 60_000);
  });

  it('is ended once, and listeners are called', async () => {
    const emitted: string[] = [];
    const unsubscribe = screens.onEnded(({ id }) => emitted.push(id));
    const { screen, cookie } = screens.add(KITCHEN);
    screens.end(screen.id);
    screens.end(screen.id);
    expect(emitted).toEqual([screen.id]);
    expect(screens.authenticate(cookie)).toBeUndefined();
    unsubscribe();
    screens.end(screens.add(KITCHEN).screen.id);
    expect(emitted).toHaveLength(1);
  });

  it('is listed only for its own controller, the last seen first', async () => {
    screens.add({ ...KITCHEN, controller: 'ffffffffffff' });
    screens.add({ ...KITCHEN, name: 'Hall' });
    await clock.advance(HOUR);
    screens.add(KITCHEN);
    expect(screens.list(KITCHEN.controller).map(({ name }) => name)).toEqual(['Kitchen', 'Hall']);
  });
});

it('a screen expires thirty days after it was last seen', async () => {
  const { cookie } = screens.add(KITCHEN);
  await clock.advance(IDLE_TIMEOUT_MS - HOUR);
  expect(screens.authenticate(cookie)).toBeDefined();
  await clock.advance(IDLE_TIMEOUT_MS - HOUR);
  expect(screens.authenticate(cookie)).toBeDefined();
  await clock.advance(IDLE_TIMEOUT_MS + HOUR);
  expect(screens.authenticate(cookie)).toBeUndefined();
});

it('a screen that stays signed in does not expire while it is seen, by a request or its connection', async () => {
  const { cookie, screen } = screens.add({ ...KITCHEN, kept: true });
  for (let month = 0; month < 24; month++) {
    await clock.advance(29 * DAY);
    if (month % 2 === 0) screens.seen(screen.id);
    else expect(screens.authenticate(cookie)).toBeDefined();
  }
  await clock.advance(IDLE_TIMEOUT_MS + HOUR);
  expect(screens.authenticate(cookie)).toBeUndefined();
});

it('a screen expires ninety days after the sign-in, however often it is seen, without a request, and its connections close', async () => {
  const emitted: string[] = [];
  screens.onEnded(({ name }) => emitted.push(name));
  const { cookie, screen } = screens.add(KITCHEN);
  for (let day = 0; day < 89; day++) {
    await clock.advance(DAY);
    screens.seen(screen.id);
  }
  expect(screens.authenticate(cookie)).toBeDefined();
  await clock.advance(DAY);
  expect(emitted).toEqual(['Kitchen']);
  expect({ screenCount: screens.all.length, screen: screens.authenticate(cookie) }).toEqual({
    screenCount: 0,
    screen: undefined
  });
});

it.each([YEAR, -YEAR, -56 * YEAR])(
  'a jump of the wall clock does not change a lifetime (%i ms)',
  async (jump) => {
    const { cookie } = screens.add(KITCHEN);
    clock.jump(jump);
    await clock.advance(HOUR);
    expect(screens.authenticate(cookie)).toBeDefined();
    expect(screens.all.length).toBe(1);
  }
);

it('a restart does not renew a lifetime, whatever the wall clock says', async () => {
  const first = await openScreens();
  const { cookie } = first.screens.add(KITCHEN);
  await first.clock.advance(IDLE_TIMEOUT_MS - DAY);
  first.stop();
  const second = await openScreens(first.file, new FakeClock(0));
  expect(second.screens.all.length).toBe(1);
  await second.clock.advance(DAY + HOUR);
  expect(second.screens.authenticate(cookie)).toBeUndefined();
});

it('the absolute end of a lifetime survives restarts, and is not moved by visits', async () => {
  const file = memoryFile<StoredScreens>([]);
  let run = await openScreens(file);
  const { cookie } = run.screens.add(KITCHEN);
  for (let passed = 0; passed <= ABSOLUTE_TIMEOUT_MS; passed += 10 * DAY) {
    await run.clock.advance(10 * DAY);
    run.screens.authenticate(cookie);
    run.stop();
    run = await openScreens(file, new FakeClock(0));
  }
  expect(run.screens.authenticate(cookie)).toBeUndefined();
});

it('no timer is left after a stop', async () => {
  stop();
  expect(clock.waiting).toBe(0);
});

it('a new screen replaces the longest unseen one that neither stays signed in nor is connected', async () => {
  const stored = Array.from({ length: 10 }, (_, n) =>
    screens.add({ ...KITCHEN, name: `kept ${n}`, kept: true })
  );
  await clock.advance(1_000);
  const old = screens.add({ ...KITCHEN, kept: false });
  screens.connect(old.screen.id);
  for (let n = 0; n < 300; n++) {
    await clock.advance(1_000);
    expect(screens.makeRoomAt(KITCHEN.controller, 1).ok).toBe(true);
    screens.add({ ...KITCHEN, kept: false });
  }
  expect(screens.all.length).toBe(200);
  for (const { cookie } of [...stored, old]) expect(screens.authenticate(cookie)).toBeDefined();
});

it('a new screen is refused if all stay signed in or are connected, with the list of them', async () => {
  for (let n = 0; n < 200; n++) screens.add({ ...KITCHEN, kept: true });
  const refused = screens.makeRoomAt(KITCHEN.controller, 1);
  expect(refused).toMatchObject({ ok: false, error: { code: 'too-many-screens' } });
  expect(screens.all.length).toBe(200);
});

it('no home takes the places of another one: each can have 25 screens, whatever the others take', () => {
  const other = 'ba9876543210';
  const first = screens.add({ ...KITCHEN, kept: false }).screen;
  let taken = 0;
  while (taken < 300 && screens.makeRoomAt(other, 2).ok) {
    screens.add({ ...KITCHEN, controller: other, kept: true });
    taken++;
  }
  expect(taken).toBe(175);
  expect(screens.makeRoomAt(other, 2)).toMatchObject({ ok: false, error: { code: 'too-many-screens' } });
  for (let n = 1; n < 25; n++) {
    expect(screens.makeRoomAt(KITCHEN.controller, 2).ok).toBe(true);
    screens.add({ ...KITCHEN, kept: false });
  }
  expect(screens.current(first.id), 'none of them had to go').toBeDefined();
});

it('a home that was added when others had taken all places gets its own', () => {
  const other = 'ba9876543210';
  for (let n = 0; n < 200; n++) screens.add({ ...KITCHEN, kept: n >= 100 });
  expect(screens.hasRoomAt(other, 2).ok).toBe(true);
  for (let n = 0; n < 25; n++) {
    expect(screens.makeRoomAt(other, 2).ok).toBe(true);
    screens.add({ ...KITCHEN, controller: other, kept: true });
  }
  expect(screens.list(KITCHEN.controller)).toHaveLength(175);
  for (const { id } of screens.list(KITCHEN.controller)) screens.connect(id);
  expect(screens.hasRoomAt('0123456789ff', 3)).toMatchObject({ error: { code: 'too-many-screens' } });
});
