import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { SignInLimits, type Attempt } from '../../../../../proxy/server/household/sign-in/sign-in-limits';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';

const MINUTE = 60_000;
const ACCOUNT = { controller: '0123456789ab', name: 'ann' };
const ANN = { client: '192.168.1.9', account: ACCOUNT };
const WRONG_PASSWORD = fail('wrong-credentials', 'The controller refuses it.');
const NO_ROOM = fail('too-many-screens', 'Every screen is in use.');
const SILENT = fail('controller-unreachable', 'Nothing answers.');

function door() {
  const clock = new FakeClock();
  const log = new LogCapture();
  const limits = new SignInLimits({ clock, log });
  /** One attempt from start to end. Returns whether it was allowed. */
  const attempt = async (attempted: Attempt, isWrongPassword = true) => {
    const ended = await limits.attempt(attempted, async () => (isWrongPassword ? WRONG_PASSWORD : NO_ROOM));
    return !ended.ok && ended.error.code !== 'too-many-attempts';
  };
  /** The refusal of an attempt that is not allowed. */
  const refusal = (attempted: Attempt) =>
    limits.attempt(attempted, () => {
      throw new Error('It was allowed.');
    });
  return { clock, limits, attempt, refusal, log };
}

it.each(['Ann', ' ann', 'ann ', 'ann\u0000', 'a\u200bnn', '\uff41nn', 'ANN\u00ad'])(
  'an account has one budget for all spellings: %j',
  async (user) => {
    const { attempt } = door();
    for (let n = 0; n < 10; n++) await attempt({ client: `192.168.2.${n}`, account: ACCOUNT });
    expect(await attempt({ client: '192.168.3.1', account: { ...ACCOUNT, name: user } })).toBe(false);
  }
);

it('a client address has five failures, over all accounts', async () => {
  const { attempt } = door();
  for (let n = 0; n < 5; n++)
    expect(await attempt({ ...ANN, account: { ...ACCOUNT, name: `user ${n}` } })).toBe(true);
  expect(await attempt({ ...ANN, account: { name: 'another', controller: 'another' } })).toBe(false);
  expect(await attempt({ ...ANN, client: '192.168.1.10' })).toBe(true);
});

it('a client address receives the seconds until the next attempt, and gets one for each expired failure', async () => {
  const { refusal, attempt, clock } = door();
  await attempt(ANN);
  await clock.advance(MINUTE);
  for (let n = 0; n < 4; n++) await attempt(ANN);
  expect(await refusal(ANN)).toMatchObject({
    error: { code: 'too-many-attempts', detail: { retryAfterMs: 14 * 60_000 } }
  });
  await clock.advance(14 * MINUTE - 1);
  expect(await refusal(ANN)).toMatchObject({ error: { detail: { retryAfterMs: 1_000 } } });
  await clock.advance(1);
  expect(await attempt(ANN)).toBe(true);
  expect(await refusal(ANN)).toMatchObject({ error: { detail: { retryAfterMs: 60_000 } } });
});

it('all addresses of one IPv6 network of 64 bits are one client, and those of the next are another', async () => {
  const { attempt } = door();
  for (let n = 0; n < 5; n++) expect(await attempt({ client: `fd00:0:0:1::${n}` })).toBe(true);
  expect(await attempt({ client: 'fd00:0:0:1:ffff::9' })).toBe(false);
  expect(await attempt({ client: 'fd00:0:0:2::9' })).toBe(true);
});

it('an attempt takes about as long after 100,000 clients as with none', async () => {
  const from = (n: number) => ({ client: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, account: ACCOUNT });
  let made = 0;
  /** The quickest of some rounds, so that a pause of the machine does not count. */
  const timeOf = async (attempt: ReturnType<typeof door>['attempt']) => {
    const times: number[] = [];
    for (let round = 0; round < 30; round++) {
      const begun = performance.now();
      for (let n = 0; n < 200; n++) await attempt({ ...from(n), account: { ...ACCOUNT, name: `${made++}` } });
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };
  const crowded = door();
  for (let n = 0; n < 100_000; n++)
    await crowded.attempt({ client: `fd00:${n >> 16}:${(n & 0xffff).toString(16)}:1::1` });
  const calm = await timeOf(door().attempt);
  expect(await timeOf(crowded.attempt)).toBeLessThan(20 * calm);
});

it('a client that used up its attempts cannot make the limit forget anybody', async () => {
  const { attempt } = door();
  for (let n = 0; n < 5; n++) await attempt({ client: '192.168.1.7' });
  for (let n = 0; n < 60_000; n++)
    await attempt({ client: '192.168.1.7', account: { ...ACCOUNT, name: `user ${n}` } });
  expect(await attempt({ client: '192.168.1.7' })).toBe(false);
});

it('a client beyond the 50,000 last ones is forgotten before its time, so that the memory stays bounded', async () => {
  const { attempt } = door();
  for (let n = 0; n < 5; n++) await attempt({ client: '192.168.1.7' });
  for (let n = 0; n < 50_001; n++) await attempt({ client: `fd00:0:${n.toString(16)}:1::1` });
  expect(await attempt({ client: '192.168.1.7' })).toBe(true);
  expect(await attempt({ client: `fd00:0:${(50_000).toString(16)}:1::1` })).toBe(true);
});

it('a client that is refused is reported once, and again after it has failed again', async () => {
  const { attempt, clock, log } = door();
  const refused: unknown = expect.objectContaining({ level: 'warn', client: ANN.client });
  for (let n = 0; n < 100; n++) await attempt(ANN);
  expect(log.entries).toEqual([refused]);
  await clock.advance(15 * MINUTE);
  for (let n = 0; n < 100; n++) await attempt(ANN);
  expect(log.entries).toEqual([refused, refused]);
});

it("refused attempts do not extend a client address's wait", async () => {
  const { attempt, clock } = door();
  for (let n = 0; n < 1_000; n++) await attempt(ANN);
  await clock.advance(15 * MINUTE);
  expect(await attempt(ANN)).toBe(true);
});

it('attempts of a client address are counted by monotonic time', async () => {
  const { attempt, clock } = door();
  for (let n = 0; n < 5; n++) await attempt(ANN);
  clock.jump(365 * 24 * 60 * MINUTE);
  expect(await attempt(ANN)).toBe(false);
});

/** Starts many attempts and ends the allowed ones. Returns their number. */
async function storm(count: number, isWrongPassword: boolean) {
  const { limits } = door();
  let through = 0;
  let underWay = 0;
  let most = 0;
  const ask = async () => {
    through += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    await settle();
    underWay -= 1;
    return isWrongPassword ? WRONG_PASSWORD : NO_ROOM;
  };
  await Promise.all(Array.from({ length: count }, () => limits.attempt(ANN, ask)));
  return { through, most };
}

it('simultaneous attempts gain a guesser nothing: five reach the controller', async () => {
  expect(await storm(100, true)).toEqual({ through: 5, most: 5 });
});

it('simultaneous attempts with the right password all succeed, a few at a time', async () => {
  expect(await storm(100, false)).toEqual({ through: 100, most: 5 });
});

it('an account of a controller has ten failures, from any address and with any case of the name', async () => {
  const { attempt } = door();
  for (let n = 0; n < 10; n++)
    expect(
      await attempt({ client: `192.168.1.${n}`, account: { ...ACCOUNT, name: n % 2 ? 'Ann' : 'ann' } })
    ).toBe(true);
  const elsewhere = { ...ANN, client: '192.168.1.200' };
  expect(await attempt(elsewhere)).toBe(false);
  expect(await attempt({ ...elsewhere, account: { ...ACCOUNT, name: 'bob' } })).toBe(true);
  expect(await attempt({ ...elsewhere, account: { ...ACCOUNT, controller: 'another' } })).toBe(true);
});

it('failed attempts at unknown addresses are limited to five a minute for one client, whatever it knows elsewhere', async () => {
  const { limits, clock, attempt } = door();
  const probe = async () => {
    const ended = await limits.attempt({ ...ANN, isElsewhere: true }, async () => SILENT);
    return !ended.ok && ended.error.code === 'controller-unreachable';
  };
  for (let n = 0; n < 5; n++) expect(await probe()).toBe(true);
  expect(await probe()).toBe(false);
  expect(await attempt(ANN, false)).toBe(true);
  await clock.advance(MINUTE);
  expect(await probe()).toBe(true);
});

const enter = async (limits: SignInLimits, client: string) => {
  const attempted = { client, account: ACCOUNT, signsIn: true };
  return (await limits.attempt(attempted, async () => succeed(null))).ok;
};

it('successful sign-ins are limited to ten in a quarter of an hour for one client address', async () => {
  const { limits, clock } = door();
  for (let n = 0; n < 10; n++) expect(await enter(limits, '192.168.1.9')).toBe(true);
  expect(await enter(limits, '192.168.1.9')).toBe(false);
  expect(await enter(limits, '192.168.1.10')).toBe(true);
  await clock.advance(15 * MINUTE);
  expect(await enter(limits, '192.168.1.9')).toBe(true);
});

it.each(['no-whole-room', 'account-differs', 'account-needed', 'different-home'] as const)(
  'a right password that leads to nothing (%s) counts like a success: the controller was asked for tokens',
  async (code) => {
    const { limits } = door();
    const attempted = { ...ANN, signsIn: true };
    for (let n = 0; n < 10; n++) await limits.attempt(attempted, async () => fail(code, 'No.'));
    expect(await enter(limits, ANN.client)).toBe(false);
  }
);

it('successful sign-ins of this machine itself are not limited', async () => {
  const { limits } = door();
  for (let n = 0; n < 50; n++) expect(await enter(limits, n % 2 ? '127.0.0.1' : '::1')).toBe(true);
});
