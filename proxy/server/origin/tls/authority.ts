import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
  type KeyObject
} from 'node:crypto';
import type { KeyPair } from '../../http/https-server';
import { PRIVATE_RANGES } from '../../base/net/addresses';
import {
  alternativeNames,
  basicConstraints,
  forServers,
  issuerKey,
  keyUsage,
  nameConstraints,
  signCertificate,
  subjectKey,
  subjectOf,
  type DistinguishedName
} from './x509';

/** DNS names that the local CA may certify, with their subdomains. */
const PERMITTED_NAMES = ['local', 'localhost'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetime of the local CA. Long, because phones are set up to trust it only once. */
const AUTHORITY_LIFETIME_MS = 25 * 365 * DAY_MS;

/** Certificates are backdated, for clocks that are a little behind. */
const BACKDATED_MS = DAY_MS;

/** Lifetime of a server certificate. Browsers accept at most 398 days. */
const LEAF_LIFETIME_MS = 397 * DAY_MS;

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A random serial number: 16 bytes, positive. */
const newSerial = () => Buffer.concat([Buffer.of(0x4d), randomBytes(15)]);

/**
 * Creates a local CA that may certify only servers with private names and addresses. It is valid from the build time of the program, so a
 * wrong clock at the first start cannot create a CA that is not valid yet.
 * @param builtAt ms since the epoch
 */
export function createAuthority(builtAt: number): KeyPair {
  const { publicKey, privateKey } = newKeys();
  // A random suffix: a phone may list the CAs of two boxes.
  const suffix = randomBytes(3).toString('hex').toUpperCase();
  const name: DistinguishedName = [
    ['O', 'Mantel'],
    ['CN', `Mantel home ${suffix}`]
  ];
  const certificate = signCertificate(
    {
      serial: newSerial(),
      issuer: name,
      subject: name,
      notBefore: builtAt - BACKDATED_MS,
      notAfter: builtAt + AUTHORITY_LIFETIME_MS,
      publicKey,
      extensions: [
        basicConstraints(true),
        keyUsage(true),
        forServers(),
        nameConstraints(PERMITTED_NAMES, PRIVATE_RANGES),
        subjectKey(publicKey)
      ]
    },
    privateKey
  );
  return { key: pemOf(privateKey), certificate };
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
  const { publicKey, privateKey } = newKeys();
  const notBefore = wholeSecond(at - BACKDATED_MS);
  const notAfter = notBefore + LEAF_LIFETIME_MS;
  const certificate = signCertificate(
    {
      serial: newSerial(),
      issuer: subjectOf(new X509Certificate(authority.certificate)),
      subject: [['CN', 'Mantel']],
      ...{ notBefore, notAfter, publicKey },
      extensions: [
        basicConstraints(false),
        keyUsage(false),
        forServers(),
        alternativeNames(names),
        subjectKey(publicKey),
        issuerKey(createPublicKey(authority.key))
      ]
    },
    createPrivateKey(authority.key)
  );
  return { key: pemOf(privateKey), certificate, names, notBefore, notAfter };
}

/** Certificates have no fractions of seconds. */
const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;
