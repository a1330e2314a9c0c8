import { beforeEach, expect, test } from 'vitest';
import { IssuedTokens } from '../../../../../proxy/sources/served/auth/tokens';
import { FakeClock } from '../../../../support/fake-clock';

const LIFE_MS = 30 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

let clock: FakeClock;
let tokens: IssuedTokens;
let access: string;
let refresh: string;

beforeEach(() => {
  clock = new FakeClock();
  tokens = new IssuedTokens(clock, LIFE_MS);
  ({ access, refresh } = tokens.issue());
});

test('access tokens expire a full lifetime after each use', async () => {
  for (let use = 0; use < 5; use += 1) {
    await clock.advance(LIFE_MS - 1);
    expect(tokens.use(access)).toBe(true);
  }
  await clock.advance(LIFE_MS);
  expect(tokens.use(access)).toBe(false);
});

test('access tokens expire by monotonic time: a jump of the wall clock neither ends nor renews one', async () => {
  clock.jump(365 * DAY_MS);
  expect(tokens.use(access)).toBe(true);
  await clock.advance(LIFE_MS);
  clock.jump(-400 * DAY_MS);
  expect(tokens.use(access)).toBe(false);
});

test('access tokens end on request, and the refresh tokens stay', () => {
  tokens.expireAccess();
  expect(tokens.use(access)).toBe(false);
  expect(tokens.renew(refresh)).toBeDefined();
});

test('access tokens are limited in number: the oldest is removed first', () => {
  for (let more = 0; more < 999; more += 1) tokens.issue();
  expect(tokens.use(access)).toBe(true);
  const last = tokens.issue().access;
  expect([tokens.use(access), tokens.use(last)]).toEqual([false, true]);
});

test('refresh tokens give a new pair once', () => {
  const renewed = tokens.renew(refresh);
  expect(tokens.use(renewed?.access ?? '')).toBe(true);
  expect(tokens.renew(refresh)).toBeUndefined();
  expect(tokens.renew(renewed?.refresh ?? '')).toBeDefined();
});

test('refresh tokens give a new pair repeatedly if they may be used more than once', () => {
  tokens = new IssuedTokens(new FakeClock(), LIFE_MS, null, 'many');
  ({ refresh } = tokens.issue());
  const renewed = [tokens.renew(refresh), tokens.renew(refresh), tokens.renew(refresh)];
  expect(renewed.map((pair) => tokens.use(pair?.access ?? ''))).toEqual([true, true, true]);
  tokens.expireRefresh();
  expect(tokens.renew(refresh)).toBeUndefined();
});

test('refresh tokens outlive the access token by weeks, and end after thirty days', async () => {
  const early = tokens.issue();
  const late = tokens.issue();
  await clock.advance(29 * DAY_MS);
  expect(tokens.renew(early.refresh)).toBeDefined();
  await clock.advance(DAY_MS);
  expect(tokens.renew(late.refresh)).toBeUndefined();
});

const signedTokens = (secret: string | null = 'secret') => new IssuedTokens(new FakeClock(), LIFE_MS, secret);

test('signed tokens survive the process that issued them', () => {
  const { access, refresh } = signedTokens().issue();
  const next = signedTokens();
  expect(next.use(access)).toBe(true);
  expect(next.renew(refresh)).toBeDefined();
});

test('signed tokens are invalid for a process with another secret, or with none', () => {
  const { access, refresh } = signedTokens().issue();
  expect([signedTokens('other').use(access), signedTokens(null).use(access)]).toEqual([false, false]);
  expect(signedTokens('other').renew(refresh)).toBeUndefined();
});

test('signed tokens are valid only for their own kind', () => {
  const issuer = signedTokens();
  const { access, refresh } = issuer.issue();
  for (const each of [signedTokens(), issuer])
    expect({ used: each.use(refresh), renewed: each.renew(access) }).toEqual({
      used: false,
      renewed: undefined
    });
});

test('signed tokens stay invalid once ended, and a refresh token still works once', async () => {
  const clock = new FakeClock();
  const tokens = new IssuedTokens(clock, LIFE_MS, 'secret');
  const { access, refresh } = tokens.issue();
  expect(tokens.renew(refresh)).toBeDefined();
  expect(tokens.renew(refresh)).toBeUndefined();
  await clock.advance(LIFE_MS);
  expect([tokens.use(access), tokens.use(access)]).toEqual([false, false]);
  const other = tokens.issue();
  tokens.expireAccess();
  expect(tokens.use(other.access)).toBe(false);
});
