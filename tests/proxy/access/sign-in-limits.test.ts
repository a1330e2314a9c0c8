import { describe, expect, it } from 'vitest';
import { SignInLimits } from '../../../proxy/access/sign-in-limits';
import { FakeClock } from '../../support/fake-clock';

const MINUTE = 60_000;
const ANN = { client: '192.168.1.9', controller: '0123456789ab', user: 'ann' };

function limits() {
  const clock = new FakeClock();
  return { clock, limits: new SignInLimits(clock) };
}

describe('a client address', () => {
  it('has five failures, whomever it tries', () => {
    const { limits: door } = limits();
    for (let n = 0; n < 5; n++) expect(door.begin({ ...ANN, user: `user ${n}` }).ok).toBe(true);
    expect(door.begin({ ...ANN, user: 'another', controller: 'another' }).ok).toBe(false);
    expect(door.begin({ ...ANN, client: '192.168.1.10' }).ok).toBe(true);
  });

  it('is told the seconds until it may try again, and then it may, once for each failure that is old', async () => {
    const { limits: door, clock } = limits();
    door.begin(ANN);
    await clock.advance(MINUTE);
    for (let n = 0; n < 4; n++) door.begin(ANN);
    expect(door.begin(ANN)).toMatchObject({ error: { code: 'too-many-attempts', retryAfter: 14 * 60 } });
    await clock.advance(14 * MINUTE - 1);
    expect(door.begin(ANN)).toMatchObject({ error: { retryAfter: 1 } });
    await clock.advance(1);
    expect(door.begin(ANN).ok).toBe(true);
    expect(door.begin(ANN)).toMatchObject({ error: { retryAfter: 60 } });
  });

  it('is not charged for what was no wrong password', () => {
    const { limits: door } = limits();
    for (let n = 0; n < 50; n++) {
      const attempt = door.begin(ANN);
      if (attempt.ok) attempt.value.release();
      expect(attempt.ok).toBe(true);
    }
  });

  it('gains nothing by trying all at once', () => {
    const { limits: door } = limits();
    const begun = Array.from({ length: 100 }, () => door.begin(ANN)).filter(({ ok }) => ok);
    expect(begun).toHaveLength(5);
  });

  it('is not refused for longer by trying in vain', async () => {
    const { limits: door, clock } = limits();
    for (let n = 0; n < 1_000; n++) door.begin(ANN);
    await clock.advance(15 * MINUTE);
    expect(door.begin(ANN).ok).toBe(true);
  });

  it('is counted by a clock that does not jump', () => {
    const { limits: door, clock } = limits();
    for (let n = 0; n < 5; n++) door.begin(ANN);
    clock.jump(365 * 24 * 60 * MINUTE);
    expect(door.begin(ANN).ok).toBe(false);
  });
});

describe('a user of a controller', () => {
  it('has ten failures, wherever they come from and however the name is cased', () => {
    const { limits: door } = limits();
    for (let n = 0; n < 10; n++)
      expect(door.begin({ ...ANN, client: `192.168.1.${n}`, user: n % 2 ? 'Ann' : 'ann' }).ok).toBe(true);
    expect(door.begin({ ...ANN, client: '192.168.1.200' }).ok).toBe(false);
    expect(door.begin({ ...ANN, client: '192.168.1.200', user: 'bob' }).ok).toBe(true);
    expect(door.begin({ ...ANN, client: '192.168.1.200', controller: 'another' }).ok).toBe(true);
  });
});
