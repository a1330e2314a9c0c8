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

/** Lifetime of the local CA. Long, because phones are set up to trust it only once. */
const AUTHORITY_LIFETIME_MS = 25 * 365 * DAY_MS;

/** Certificates are backdated, for clocks that are a little behind. */
const BACKDATED_MS = DAY_MS;

/** Lifetime of a server certificate. Browsers accept at most 398 days. */
const LEAF_LIFETIME_MS = 397 * DAY_MS;

const NAME_CONSTRAINTS = '2.5.29.30';

/** A random serial number: 16 bytes, positive. */
const newSerial = () => Buffer.concat([Buffer.of(0x4d), randomBytes(15)]).toString('hex');

/**
 * Creates a local CA that may certify only servers with private names and addresses. It is valid from the build time of the program, so a
 * wrong clock at the first start cannot create a CA that is not valid yet.
 * @param builtAt ms since the epoch
 */
export async function createAuthority(builtAt: number): Promise<KeyPair> {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(KEY_KIND, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    // A random suffix: a phone may list the CAs of two boxes.
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

/** Certificates have no fractions of seconds. */
const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;
