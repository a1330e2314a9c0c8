import { X509Certificate } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyPair } from '../../../../../proxy/server/http/https-server';
import { POLL_INTERVAL_MS } from '../../../../../proxy/server/origin/poll';
import { createAuthority } from '../../../../../proxy/server/origin/tls/authority';
import {
  LocalCaCertificate,
  type StoredTls
} from '../../../../../proxy/server/origin/tls/local-ca-certificate';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { memoryFile } from '../../../../support/memory-file';

const DAY_MS = 24 * 60 * 60 * 1000;
const builtAt = Date.UTC(2025, 11, 1);

/** A server whose addresses can change, and all certificates that it served. */
async function box({ clock = new FakeClock(), file = memoryFile<StoredTls>(null) } = {}) {
  const state = { names: ['localhost', '192.168.1.5'] };
  const log = new LogCapture();
  const open = () => LocalCaCertificate.open({ file, clock, log, builtAt, names: () => state.names });
  const identity = await open();
  const shown: KeyPair[] = [];
  let changed: (() => void) | undefined;
  const stop = identity.start((pair) => {
    shown.push(pair);
    changed?.();
  });
  onTestFinished(stop);
  /** Triggers the next check. Resolves with the certificates served since. */
  const nextShown = async () => {
    const change = new Promise<void>((resolve) => (changed = resolve));
    await clock.advance(POLL_INTERVAL_MS);
    await change;
    return shown.at(-1);
  };
  return { clock, file, log, state, open, identity, shown, nextShown, stop };
}

const read = (pair: KeyPair | undefined) => new X509Certificate(pair?.certificate ?? '');
const validFrom = (pair: KeyPair | undefined) => Date.parse(read(pair).validFrom);
const validTo = (pair: KeyPair | undefined) => Date.parse(read(pair).validTo);

it('the certificate and the CA are kept over a restart', async () => {
  const { identity, log, open } = await box();
  const again = await open();
  expect(log.entries).toEqual([]);
  expect(again.current).toEqual(identity.current);
  expect(again.authority).toBe(identity.authority);
});

it('the certificate follows an address that is added or removed, with the same CA', async () => {
  const { state, identity, nextShown, shown } = await box();
  const { authority } = identity;
  state.names = ['localhost', '192.168.1.77'];
  const renewed = read(await nextShown());
  expect(renewed.subjectAltName).toBe('DNS:localhost, IP Address:192.168.1.77');
  expect(renewed.verify(new X509Certificate(authority).publicKey)).toBe(true);
  expect(identity.authority).toBe(authority);
  expect(shown).toHaveLength(1);
});

it('the certificate follows another --name at the next start, with the same CA', async () => {
  const { state, identity, open } = await box();
  state.names = ['localhost', 'hall.local'];
  const again = await open();
  expect(again.authority).toBe(identity.authority);
  expect(again.names).toEqual(['localhost', 'hall.local']);
});

it('the certificate stays while nothing is due', async () => {
  const { clock, shown } = await box();
  clock.jump(365 * DAY_MS);
  await clock.advance(10 * POLL_INTERVAL_MS);
  expect(shown).toEqual([]);
});

it.each([
  ['renewed a month before its end', Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 367 * DAY_MS],
  ['replaced when a clock that was ahead is corrected', Date.UTC(2040, 0, 1), Date.UTC(2026, 0, 1)]
])('the certificate is %s', async (_, start, later) => {
  const { clock, nextShown } = await box({ clock: new FakeClock(start) });
  clock.jump(later - start);
  const renewed = await nextShown();
  expect(validFrom(renewed)).toBeLessThan(later);
  expect(validTo(renewed)).toBeGreaterThan(later + 395 * DAY_MS);
});

it('the certificate is never dated before the build, and is valid once the clock is corrected', async () => {
  const { clock, identity, nextShown } = await box({ clock: new FakeClock(0) });
  expect(validFrom(identity.current)).toBe(builtAt - DAY_MS);
  expect(validFrom({ key: '', certificate: identity.authority })).toBe(builtAt - DAY_MS);
  clock.jump(Date.UTC(2028, 5, 1) - clock.now());
  const renewed = await nextShown();
  expect(validFrom(renewed)).toBeLessThan(clock.now());
  expect(validTo(renewed)).toBeGreaterThan(clock.now());
});

it('the certificate is no longer checked after a stop', async () => {
  const { clock, state, shown, stop } = await box();
  stop();
  state.names = ['localhost'];
  await clock.advance(10 * POLL_INTERVAL_MS);
  expect(clock.waiting).toBe(0);
  expect(shown).toEqual([]);
});

it('the certificate is issued by the CA of a backup', async () => {
  const authority = createAuthority(builtAt);
  const leaf = { key: '', certificate: '', names: ['localhost', '10.0.0.1'], notBefore: 0, notAfter: 0 };
  const { identity, log } = await box({ file: memoryFile<StoredTls>({ authority, leaf }) });
  expect(log.entries).toMatchObject([{ level: 'info', msg: 'Certificate renewed.' }]);
  expect(identity.authority).toBe(authority.certificate);
  expect(read(identity.current).verify(read(authority).publicKey)).toBe(true);
});
