import { describe, expect, it } from 'vitest';
import { SignInLimits, type Attempted } from '../../../../proxy/access/sign-in/sign-in-limits';
import { FakeClock, settle } from '../../../support/fake-clock';

const MINUTE = 60_000;
const ACCOUNT = { controller: '0123456789ab', user: 'ann' };
const ANN = { client: '192.168.1.9', account: ACCOUNT };

function door() {
  const clock = new FakeClock();
  const limits = new SignInLimits(clock);
  /** One attempt from beginning to end; whether it was let through. */
  const attempt = async (attempted: Attempted, isWrongPassword = true) => {
    const begun = await limits.begin(attempted);
    if (begun.ok) begun.value.end(isWrongPassword ? 'wrong' : 'nothing');
    return begun.ok;
  };
  return { clock, limits, attempt };
}

describe('a user', () => {
  it.each(['Ann', ' ann', 'ann ', 'ann\u0000', 'a\u200bnn', '\uff41nn', 'ANN\u00ad'])(
    'has one budget for all spellings: %j',
    async (user) => {
      const { attempt } = door();
      for (let n = 0; n < 10; n++) await attempt({ client: `192.168.2.${n}`, account: ACCOUNT });
      expect(await attempt({ client: '192.168.3.1', account: { ...ACCOUNT, user } })).toBe(false);
    }
  );
});

describe('a client address', () => {
  it('has five failures, whomever it tries', async () => {
    const { attempt } = door();
    for (let n = 0; n < 5; n++)
      expect(await attempt({ ...ANN, account: { ...ACCOUNT, user: `user ${n}` } })).toBe(true);
    expect(await attempt({ ...ANN, account: { user: 'another', controller: 'another' } })).toBe(false);
    expect(await attempt({ ...ANN, client: '192.168.1.10' })).toBe(true);
  });

  it('is told the seconds until it may try again, and then it may, once for each failure that is old', async () => {
    const { limits, attempt, clock } = door();
    await attempt(ANN);
    await clock.advance(MINUTE);
    for (let n = 0; n < 4; n++) await attempt(ANN);
    expect(await limits.begin(ANN)).toMatchObject({
      error: { code: 'too-many-attempts', retryAfter: 14 * 60 }
    });
    await clock.advance(14 * MINUTE - 1);
    expect(await limits.begin(ANN)).toMatchObject({ error: { retryAfter: 1 } });
    await clock.advance(1);
    expect(await attempt(ANN)).toBe(true);
    expect(await limits.begin(ANN)).toMatchObject({ error: { retryAfter: 60 } });
  });

  it('is not charged for what was no wrong password', async () => {
    const { attempt } = door();
    for (let n = 0; n < 50; n++) expect(await attempt(ANN, false)).toBe(true);
  });

  it('is not refused for longer by trying in vain', async () => {
    const { attempt, clock } = door();
    for (let n = 0; n < 1_000; n++) await attempt(ANN);
    await clock.advance(15 * MINUTE);
    expect(await attempt(ANN)).toBe(true);
  });

  it('is counted by a clock that does not jump', async () => {
    const { attempt, clock } = door();
    for (let n = 0; n < 5; n++) await attempt(ANN);
    clock.jump(365 * 24 * 60 * MINUTE);
    expect(await attempt(ANN)).toBe(false);
  });
});

describe('many attempts at once', () => {
  /** Begins many, and ends each that is let through; how many were. */
  async function storm(count: number, isWrongPassword: boolean) {
    const { limits } = door();
    let through = 0;
    let underWay = 0;
    let most = 0;
    const attempts = Array.from({ length: count }, async () => {
      const begun = await limits.begin(ANN);
      if (!begun.ok) return;
      through += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await settle();
      underWay -= 1;
      begun.value.end(isWrongPassword ? 'wrong' : 'nothing');
    });
    await Promise.all(attempts);
    return { through, most };
  }

  it('gain a guesser nothing: five reach the controller', async () => {
    expect(await storm(100, true)).toEqual({ through: 5, most: 5 });
  });

  it('of screens that come back with the right password all get in, a few at a time', async () => {
    expect(await storm(100, false)).toEqual({ through: 100, most: 5 });
  });
});

describe('a user of a controller', () => {
  it('has ten failures, wherever they come from and however the name is cased', async () => {
    const { attempt } = door();
    for (let n = 0; n < 10; n++)
      expect(
        await attempt({ client: `192.168.1.${n}`, account: { ...ACCOUNT, user: n % 2 ? 'Ann' : 'ann' } })
      ).toBe(true);
    const elsewhere = { ...ANN, client: '192.168.1.200' };
    expect(await attempt(elsewhere)).toBe(false);
    expect(await attempt({ ...elsewhere, account: { ...ACCOUNT, user: 'bob' } })).toBe(true);
    expect(await attempt({ ...elsewhere, account: { ...ACCOUNT, controller: 'another' } })).toBe(true);
  });
});

describe('attempts at unknown addresses', () => {
  it('that fail are five a minute for one client, whatever it knows elsewhere', async () => {
    const { limits, clock, attempt } = door();
    const probe = async () => {
      const begun = await limits.begin({ ...ANN, isElsewhere: true });
      if (begun.ok) begun.value.end('probe');
      return begun.ok;
    };
    for (let n = 0; n < 5; n++) expect(await probe()).toBe(true);
    expect(await probe()).toBe(false);
    expect(await attempt(ANN, false)).toBe(true);
    await clock.advance(MINUTE);
    expect(await probe()).toBe(true);
  });
});

describe('successes', () => {
  const enter = async (limits: SignInLimits, client: string) => {
    const begun = await limits.begin({ client, account: ACCOUNT, signsIn: true });
    if (begun.ok) begun.value.end('success');
    return begun.ok;
  };

  it('are ten in a quarter of an hour for one client address', async () => {
    const { limits, clock } = door();
    for (let n = 0; n < 10; n++) expect(await enter(limits, '192.168.1.9')).toBe(true);
    expect(await enter(limits, '192.168.1.9')).toBe(false);
    expect(await enter(limits, '192.168.1.10')).toBe(true);
    await clock.advance(15 * MINUTE);
    expect(await enter(limits, '192.168.1.9')).toBe(true);
  });

  it('are as many as it likes for this machine itself', async () => {
    const { limits } = door();
    for (let n = 0; n < 50; n++) expect(await enter(limits, '127.0.0.1')).toBe(true);
  });
});
