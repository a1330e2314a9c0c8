import { beforeEach, expect, it } from 'vitest';
import {
  SETUP_CODE_TTL_MS,
  SetupCodes,
  type SetupCodeNote
} from '../../../../../proxy/server/household/sign-in/setup-codes';
import { FakeClock } from '../../../../support/fake-clock';

let clock: FakeClock;
let note: SetupCodeNote | null;
let codes: SetupCodes;

const open = () =>
  new SetupCodes(
    {
      read: async () => note,
      write: async (value) => void (note = value),
      remove: async () => void (note = null)
    },
    clock
  );

beforeEach(() => {
  clock = new FakeClock();
  note = null;
  codes = open();
});

const WRONG = { ok: false, error: { code: 'wrong-setup-code' } };

it('a setup code has 60 random bits, can be typed, and is not stored in clear', async () => {
  const made = [await codes.make(), await codes.make()];
  expect(new Set(made).size).toBe(2);
  for (const code of made) expect(code).toMatch(/^[A-Z2-7]{12}$/);
  expect(JSON.stringify(note)).not.toContain(made[1]);
});

it('a setup code is accepted in any spelling', async () => {
  const code = await codes.make();
  const typed = code
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, '$1-')
    .replace(/o/g, '0')
    .replace(/i/g, '1');
  expect(await codes.check(` ${typed} `)).toBe(true);
});

it('a setup code works once, even after a restart', async () => {
  const code = await codes.make();
  expect(await codes.use(code)).toMatchObject({ ok: true });
  expect(await codes.use(code)).toMatchObject(WRONG);
  expect(await open().use(code)).toMatchObject(WRONG);
});

it('a setup code works for one of many simultaneous uses', async () => {
  const code = await codes.make();
  const uses = await Promise.all(Array.from({ length: 20 }, () => codes.use(code)));
  expect(uses.filter(({ ok }) => ok)).toHaveLength(1);
});

it('a setup code stays used if its file cannot be removed', async () => {
  const code = await codes.make();
  const stored = note;
  const remove = () => Promise.reject(new Error('The disk can only be read.'));
  const readOnly = { read: async () => stored, write: async () => undefined, remove };
  codes = new SetupCodes(readOnly, clock);
  await expect(codes.use(code)).rejects.toThrow('only be read');
  expect(await codes.check(code)).toBe(false);
});

it('a setup code expires after a quarter of an hour, and when the clock was set back', async () => {
  const code = await codes.make();
  await clock.advance(SETUP_CODE_TTL_MS - 1);
  expect(await codes.check(code)).toBe(true);
  await clock.advance(60_000);
  expect({ isValid: await codes.check(code), ok: (await codes.use(code)).ok }).toEqual({
    isValid: false,
    ok: false
  });
  const next = await codes.make();
  clock.jump(-1_000);
  expect(await codes.check(next)).toBe(false);
});

it('a new setup code invalidates the previous one', async () => {
  const first = await codes.make();
  const second = await codes.make();
  expect([await codes.check(first), await codes.check(second)]).toEqual([false, true]);
});

it.each(['', 'A', 'A'.repeat(100_000), 'ÄÖÜ', '\u0000'])('%j is not a setup code', async (text) => {
  await codes.make();
  expect(await codes.check(text)).toBe(false);
});

it('a setup code for the next start counts from that start, whatever the clock is set to, and no longer after the start after it', async () => {
  const code = await codes.make({ isForNextStart: true });
  expect(await codes.check(code)).toBe(false);
  clock.jump(30 * 24 * 60 * 60_000);
  const started = open();
  await started.start();
  // The clock of a box without a battery is set once there is a network.
  clock.jump(60 * 60_000);
  expect(await started.check(code)).toBe(true);
  await clock.advance(SETUP_CODE_TTL_MS);
  expect(await started.check(code)).toBe(false);
  const again = open();
  await again.start();
  expect(await again.check(code)).toBe(false);
});

it('a start goes on if the time of such a code cannot be stored', async () => {
  const code = await codes.make({ isForNextStart: true });
  const full = new SetupCodes(
    {
      read: async () => note,
      write: () => Promise.reject(new Error('ENOSPC')),
      remove: async () => void (note = null)
    },
    clock
  );
  await full.start();
  expect(await full.check(code)).toBe(true);
});
