import { expect, it } from 'vitest';
import { succeed } from '#shared/errors';
import { FULL_RIGHTS } from '#shared/rights';
import { PAIRING_TTL_MS, Pairings } from '../../../../../proxy/server/household/pairing/pairings';
import { FakeClock } from '../../../../support/fake-clock';
import { aScreen } from '../../../../support/screens';

const KITCHEN = aScreen({ id: 'kitchen' });
const NEW = aScreen({ id: 'new', name: 'new' });
const READING = { ...FULL_RIGHTS, commands: false };

function open() {
  const clock = new FakeClock();
  const pairings = new Pairings(clock);
  /** Whether a text signs in a screen. */
  const take = (text: string) => pairings.take(text, () => succeed({ screen: NEW })).ok;
  return { clock, pairings, take };
}

/** Six other digits. */
const otherThan = (digits: string, by = 1) => String((Number(digits) + by) % 1_000_000).padStart(6, '0');

it('a pairing is a code of 128 bits to scan, and six digits to type', () => {
  const { pairings } = open();
  const { code, digits } = pairings.offer(KITCHEN, READING);
  expect(code).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(digits).toMatch(/^\d{6}$/);
});

it.each(['code', 'digits'] as const)(
  'a pairing signs in one screen by its %s, and no second one by either',
  (which) => {
    const { pairings, take } = open();
    const codes = pairings.offer(KITCHEN, READING);
    const taken = pairings.take(codes[which], ({ by, rights }) => succeed({ screen: NEW, by, rights }));
    expect(taken).toMatchObject({ ok: true, value: { by: KITCHEN, rights: READING } });
    expect(pairings.stateOf('kitchen')).toEqual({ state: 'used', screen: { id: 'new', name: 'new' } });
    expect([take(codes.code), take(codes.digits)]).toEqual([false, false]);
  }
);

it('a pairing expires after ten minutes of monotonic time', async () => {
  const { clock, pairings, take } = open();
  const { digits } = pairings.offer(KITCHEN, READING);
  clock.jump(-365 * 24 * 60 * 60_000);
  await clock.advance(PAIRING_TTL_MS - 1);
  expect(pairings.stateOf('kitchen')).toEqual({ state: 'waiting' });
  await clock.advance(1);
  expect(pairings.stateOf('kitchen')).toEqual({ state: 'gone' });
  expect(take(digits)).toBe(false);
});

it('a pairing allows four wrong attempts and no fifth', () => {
  const { pairings, take } = open();
  const four = pairings.offer(KITCHEN, READING);
  for (let n = 1; n < 5; n++) expect(take(otherThan(four.digits, n))).toBe(false);
  expect(take(four.digits)).toBe(true);
  const five = pairings.offer(KITCHEN, READING);
  for (let n = 1; n <= 5; n++) take(otherThan(five.digits, n));
  expect([take(five.digits), take(five.code)]).toEqual([false, false]);
});

// CVE-2025-57808: a comparison that stopped at the shorter text accepted an empty password.
it('a pairing accepts no shorter or longer code, and not its stored hash', () => {
  const { pairings, take } = open();
  const { code, digits } = pairings.offer(KITCHEN, READING);
  const changed = [code.slice(0, -1), `${code}x`, ` ${code}`, code.toUpperCase()];
  const wrong = ['', ...changed, digits.slice(1), `${digits}0`];
  for (const text of wrong) expect(take(text)).toBe(false);
  expect(JSON.stringify(pairings)).not.toContain(digits);
});

it('a renewed pairing has new codes of the same rights, and those before them work for a minute more', async () => {
  const { clock, pairings, take } = open();
  const first = pairings.offer(KITCHEN, READING);
  await clock.advance(PAIRING_TTL_MS - 30_000);
  const second = pairings.renew('kitchen');
  expect(second.ok && second.value.digits).not.toBe(first.digits);
  await clock.advance(29_999);
  expect(pairings.take(first.digits, ({ rights }) => succeed({ screen: NEW, rights }))).toMatchObject({
    value: { rights: READING }
  });
  expect(second.ok && take(second.value.code)).toBe(false);
  expect(pairings.renew('kitchen').ok).toBe(false);

  const third = pairings.offer(KITCHEN, READING);
  expect(pairings.renew('kitchen').ok).toBe(true);
  await clock.advance(60_000);
  expect([take(third.digits), take(third.code)]).toEqual([false, false]);
  expect(pairings.stateOf('kitchen')).toEqual({ state: 'waiting' });
});

it('five wrong digits end all codes of a pairing, also when it was renewed between them', () => {
  const { pairings, take } = open();
  const first = pairings.offer(KITCHEN, READING);
  for (let n = 1; n <= 4; n++) take(otherThan(first.digits, n));
  const second = pairings.renew('kitchen');
  const wrong = ['000000', '000001', '000002'].find(
    (digits) => digits !== first.digits && second.ok && digits !== second.value.digits
  );
  expect(take(wrong ?? '')).toBe(false);
  expect([take(first.code), second.ok && take(second.value.code)]).toEqual([false, false]);
});

it('a pairing is renewed ten times at most, and not after it was withdrawn', () => {
  const { pairings } = open();
  pairings.offer(KITCHEN, READING);
  const renewed = Array.from({ length: 11 }, () => pairings.renew('kitchen').ok);
  expect(renewed).toEqual([...Array<boolean>(10).fill(true), false]);
  pairings.offer(KITCHEN, READING);
  pairings.withdraw('kitchen');
  expect(pairings.renew('kitchen').ok).toBe(false);
});

it('a screen has one pairing: a newer one replaces it, and it can be cancelled', () => {
  const { pairings, take } = open();
  const older = pairings.offer(KITCHEN, READING);
  const newer = pairings.offer(KITCHEN, READING);
  expect(take(older.code)).toBe(false);
  pairings.withdraw('kitchen');
  expect(take(newer.code)).toBe(false);
});

it('there are at most eight pairings, because a guess is tried on all of them', () => {
  const { pairings, take } = open();
  const codes = Array.from({ length: 9 }, (_, n) => pairings.offer(aScreen({ id: `screen ${n}` }), READING));
  expect(codes.map(({ code }) => take(code))).toEqual([false, ...Array<boolean>(8).fill(true)]);
  expect(new Set(codes.map(({ digits }) => digits)).size).toBe(9);
});
