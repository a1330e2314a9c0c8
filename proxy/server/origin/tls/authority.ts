import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { PRIVATE_RANGES } from '../../base/net/addresses';
import type { KeyPair } from '../../http/https-server';
import * as x509 from './x509';

/** DNS names that the local CA may certify, with their subdomains. */
const PERMITTED_NAMES = ['local', 'localhost'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetime of the local CA. Long, because phones are set up to trust it only once. */
const AUTHORITY_LIFETIME_MS = 25 * 365 * DAY_MS;

/** Certificates are backdated, for clocks that are a little behind. */
const BACKDATED_MS = DAY_MS;

/** Lifetime of a server certificate. Browsers accept at most 398 days. */
const LEAF_LIFETIME_MS = 397 * DAY_MS;

/** Certifies a new key. Without the key of an issuer, the certificate is signed by its own. */
function certify(statement: Omit<x509.Statement, 'serial' | 'publicKey'>, issuerKey?: string): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  });
  // Random and positive.
  const serial = Buffer.concat([Buffer.of(0x4d), randomBytes(15)]);
  const extensions = [...statement.extensions, x509.subjectKey(publicKey)];
  const signed = { ...statement, serial, publicKey, extensions };
  return { key: privateKey, certificate: x509.signCertificate(signed, issuerKey ?? privateKey) };
}

/**
 * Creates a local CA that may certify only servers with private names and addresses. It is valid from the build time of the program, so a
 * wrong clock at the first start cannot create a CA that is not valid yet.
 * @param builtAt ms since the epoch
 */
export function createAuthority(builtAt: number): KeyPair {
  // A random suffix: a phone may list the CAs of two boxes.
  const suffix = randomBytes(3).toString('hex').toUpperCase();
  const name: x509.DistinguishedName = [
    ['O', 'Mantel'],
    ['CN', `Mantel home ${suffix}`]
  ];
  return certify({
    issuer: name,
    subject: name,
    notBefore: builtAt - BACKDATED_MS,
    notAfter: builtAt + AUTHORITY_LIFETIME_MS,
    extensions: [
      x509.basicConstraints(true),
      x509.keyUsage(true),
      x509.forServers(),
      x509.nameConstraints(PERMITTED_NAMES, PRIVATE_RANGES)
    ]
  });
}

/** A server certificate with its names and validity. Times are in ms since the epoch. */
export interface Leaf extends KeyPair {
  readonly names: readonly string[];
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Issues a certificate for a new key and `names` (DNS names and addresses). It does not check them against the name constraints of the
 * CA: one name outside of them makes the whole certificate invalid.
 * @param at start of validity in ms since the epoch; it is backdated by a day
 */
export function issueLeaf(authority: KeyPair, { names, at }: { names: readonly string[]; at: number }): Leaf {
  const issuer = new X509Certificate(authority.certificate);
  const notBefore = wholeSecond(at - BACKDATED_MS);
  const notAfter = notBefore + LEAF_LIFETIME_MS;
  const statement = {
    issuer: x509.subjectOf(issuer),
    subject: [['CN', 'Mantel']],
    notBefore,
    notAfter,
    extensions: [
      x509.basicConstraints(false),
      x509.keyUsage(false),
      x509.forServers(),
      x509.alternativeNames(names),
      x509.issuerKey(issuer.publicKey.export({ type: 'spki', format: 'der' }))
    ]
  } as const;
  return { ...certify(statement, authority.key), names, notBefore, notAfter };
}

/** Certificates have no fractions of seconds. */
const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;
