import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAuthority, issueLeaf } from '../../../../../proxy/server/origin/tls/authority';
import { time } from '../../../../../proxy/server/origin/tls/der';
import { namesOf } from '../../../../../proxy/server/origin/tls/open-certificate';
import { interfaceAddress as address } from '../../../../support/interface-address';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { hasOpenssl } from './openssl';

const run = promisify(execFile);

const DAY_MS = 24 * 60 * 60 * 1000;
const now = Math.floor(Date.now() / 1000) * 1000;
const authority = createAuthority(now);

/**
 * The result of `openssl verify` for a certificate with these names, checked like in a browser; `OK` if it is
 * valid.
 */
async function verdict(...names: string[]) {
  const folder = await temporaryFolder();
  const trusted = join(folder, 'ca.pem');
  const shown = join(folder, 'leaf.pem');
  await writeFile(trusted, authority.certificate);
  await writeFile(shown, issueLeaf(authority, { names, at: now }).certificate);
  const options = ['-x509_strict', '-purpose', 'sslserver', '-CAfile', trusted];
  const check = run('openssl', ['verify', ...options, shown]);
  return check.then(
    () => 'OK',
    (error: unknown) => (error instanceof Error ? error.message : '')
  );
}

describe.runIf(hasOpenssl)('a certificate of the local CA, checked by openssl', () => {
  it.each([
    ['the names of a box', namesOf('mantel', {})],
    ['each private network', ['10.1.2.3', '172.31.0.9', '192.168.1.5', '169.254.7.7', 'fd12:3456::5']],
    ['a name below .local', ['hall.mantel.local']]
  ])('is valid for %s', async (_, names) => {
    expect(await verdict(...names)).toBe('OK');
  });

  it('is valid for a server with a global IPv6 and a public IPv4 address, like in most homes', async () => {
    const eth0 = [address('192.168.1.5'), address('2001:db8:1::5'), address('203.0.113.7')];
    expect(await verdict(...namesOf('mantel', { eth0 }))).toBe('OK');
  });

  it.each([
    ['a public name', 'example.com'],
    ['a name that ends like ours', 'evil-local'],
    ['a name below another .local', 'mantel.local.example.com'],
    ['a bare host name', 'mantel'],
    ['a public address that differs from a private one in its first bit', '138.0.0.1'],
    ['the address after the private ones', '172.32.0.1'],
    ['a public IPv6', '2001:db8::1']
  ])('is invalid for %s, whatever valid names are beside it', async (_, name) => {
    expect(await verdict('mantel.local', name)).toContain('permitted subtree violation');
  });
});

it('is for servers only, for 397 days, backdated by one, with a key of its own', async () => {
  const leaf = issueLeaf(authority, { names: ['localhost', '192.168.1.5'], at: now });
  const read = new X509Certificate(leaf.certificate);
  expect(read).toMatchObject({ ca: false, keyUsage: ['1.3.6.1.5.5.7.3.1'] });
  expect(read.subjectAltName).toBe('DNS:localhost, IP Address:192.168.1.5');
  expect(Date.parse(read.validFrom)).toBe(now - DAY_MS);
  expect(Date.parse(read.validTo)).toBe(now + 396 * DAY_MS);
  expect(leaf).toMatchObject({ notBefore: now - DAY_MS, notAfter: now + 396 * DAY_MS });
  expect(issueLeaf(authority, { names: ['localhost'], at: now }).key).not.toBe(leaf.key);
  expect(read.checkIssued(new X509Certificate(authority.certificate))).toBe(true);
  expect(read.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
});

it('the local CA is valid from the day of the build, whatever the clock says, and longer than the machine lasts', () => {
  const read = new X509Certificate(authority.certificate);
  expect(read.ca).toBe(true);
  expect(Date.parse(read.validFrom)).toBe(now - DAY_MS);
  expect(Date.parse(read.validTo)).toBeGreaterThan(now + 20 * 365 * DAY_MS);
});

it('the local CA differs from that of another machine', async () => {
  const other = new X509Certificate(createAuthority(now).certificate);
  expect(other.subject).not.toBe(new X509Certificate(authority.certificate).subject);
});

it('the names exclude those that the CA may not certify, and do not depend on the order of the addresses', () => {
  const lo = [address('127.0.0.1', true), address('::1', true)];
  const eth0 = ['192.168.1.5', '2001:db8:1::5', 'fe80::5', 'fd00::5', '203.0.113.7', '100.64.1.1'].map(
    (each) => address(each)
  );
  const names = ['localhost', 'hall.local', '127.0.0.1', '192.168.1.5', '::1', 'fd00::5'];
  expect(namesOf('hall', { lo, eth0 })).toEqual(names);
  expect(namesOf('hall', { eth0: eth0.toReversed(), lo })).toEqual(names);
});

it.each([
  ['in 2049', '2049-12-31T23:59:59Z', '17', '491231235959Z'],
  ['from 2050', '2050-01-01T00:00:00Z', '18', '20500101000000Z'],
  ['without fractions of a second', '2026-11-26T10:20:30.999Z', '17', '261126102030Z']
])('encodes a time %s like RFC 5280 wants it', (_, at, tag, digits) => {
  const length = digits.length.toString(16).padStart(2, '0');
  expect(time(Date.parse(at)).toString('hex')).toBe(tag + length + Buffer.from(digits).toString('hex'));
});

it('lists as many names as a box may have, in lengths of one to three bytes', () => {
  for (const count of [1, 5, 12, 200]) {
    const names = Array.from({ length: count }, (_, index) => `name-${index}.local`);
    const read = new X509Certificate(issueLeaf(authority, { names, at: now }).certificate);
    expect(read.subjectAltName).toBe(names.map((name) => `DNS:${name}`).join(', '));
  }
});

it('refuses an element longer than its length can say', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `name-${index}.local`);
  expect(() => issueLeaf(authority, { names, at: now })).toThrow('cannot have an element of');
});
