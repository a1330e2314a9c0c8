import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { nameConstraints } from './name-constraints';
import { exportKey, importKey, KEY_KIND, loadX509, SIGNATURE } from './x509';

/** A certificate and its key, both as PEM. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** People tell their phones once: it outlives the box. */
const AUTHORITY_LIFETIME_MS = 25 * 365 * DAY_MS;

/** Backdating, for clocks that are a little behind. */
const BACKDATED_MS = DAY_MS;

/** All of a leaf's life. Browsers take no more than 398 days of any. */
const LEAF_LIFETIME_MS = 397 * DAY_MS;

const NAME_CONSTRAINTS = '2.5.29.30';

/** A positive number of 16 random bytes. */
const newSerial = () => Buffer.concat([Buffer.of(0x4d), randomBytes(15)]).toString('hex');

/**
 * A new local authority: it may certify servers alone, by private names and addresses alone. Its life begins with the program's own,
 * so that no clock, however wrong on the first start, makes one that is not valid yet.
 */
export async function createAuthority(builtAt: number): Promise<KeyPair> {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(KEY_KIND, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    // A mark of its own: phones list two boxes' authorities side by side.
    name: `O=Mantel, CN=Mantel home ${randomBytes(3).toString('hex').toUpperCase()}`,
    notBefore: new Date(builtAt - BACKDATED_MS),
    notAfter: new Date(builtAt + AUTHORITY_LIFETIME_MS),
    signingAlgorithm: SIGNATURE,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.Extension(NAME_CONSTRAINTS, true, nameConstraints()),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)
    ]
  });
  return { key: exportKey(keys.privateKey), certificate: certificate.toString('pem') };
}

/** A server's certificate, and what it says. Times are ms since the epoch. */
export interface Leaf extends KeyPair {
  readonly names: readonly string[];
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Certifies a new key of ours for `names` (DNS names and addresses). It does not look whether the authority may speak for them: one that
 * it may not makes the whole certificate worthless.
 * @param at the time in ms from which it shall hold; it is backdated a day
 */
export async function issueLeaf(
  authority: KeyPair,
  { names, at }: { names: readonly string[]; at: number }
): Promise<Leaf> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await webcrypto.subtle.generateKey(KEY_KIND, true, ['sign', 'verify']);
  const notBefore = wholeSecond(at - BACKDATED_MS);
  const notAfter = notBefore + LEAF_LIFETIME_MS;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: 'CN=Mantel',
    issuer: issuer.subjectName,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: SIGNATURE,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value }))
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey)
    ]
  });
  const [key, pem] = [exportKey(keys.privateKey), certificate.toString('pem')];
  return { key, certificate: pem, names, notBefore, notAfter };
}

/** Certificates know no fractions. */
const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;
