import { createPrivateKey, KeyObject, webcrypto, randomBytes } from 'node:crypto';
import { isIPv4, isIP } from 'node:net';
import { ipv6Groups, PRIVATE_RANGES } from '../net/addresses';

/** Algorithms of our keys and signatures. */
const KEY_KIND = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** Loads the certificate library on demand. Most starts issue no certificate. */
export async function loadX509() {
  await import('reflect-metadata');
  return await import('@peculiar/x509');
}

/** Exports a private key as PEM. */
const exportKey = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** Imports a private key for signing from PEM. */
const importKey = (pem: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    KEY_KIND,
    false,
    ['sign']
  );

/**
 * DNS names that the local CA may certify (name constraints, RFC 5280 4.2.1.10). Each includes its subdomains. The library does not
 * support this extension, so its DER is encoded here.
 */
const PERMITTED_NAMES = ['local', 'localhost'];

/** DER tags of the extension. In a general name, 2 is a DNS name and 7 is an address with its mask. */
const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** Encodes a DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length > 0xff) throw new Error(`A name constraint cannot have ${length} bytes.`);
  return Buffer.concat([Buffer.from(length < 0x80 ? [tag, length] : [tag, 0x81, length]), content]);
}

const subtree = (tag: number, base: Buffer) => element(SEQUENCE, element(tag, base));

/** Address and mask in network byte order, as 8 or 32 bytes. */
function rangeBytes(range: string): Buffer {
  const [network = '', prefix] = range.split('/');
  const address = isIPv4(network)
    ? network.split('.').map(Number)
    : ipv6Groups(network).flatMap((group) => [group >> 8, group & 0xff]);
  const mask = address.map(
    (_, index) => 0xff & ~(0xff >> Math.min(8, Math.max(0, Number(prefix) - 8 * index)))
  );
  return Buffer.from([...address, ...mask]);
}

/** The extension's value in DER. */
function nameConstraints(): Uint8Array<ArrayBuffer> {
  const names = PERMITTED_NAMES.map((name) => subtree(DNS_NAME, Buffer.from(name)));
  const addresses = PRIVATE_RANGES.map((range) => subtree(IP_ADDRESS, rangeBytes(range)));
  const subtrees = Buffer.concat([...names, ...addresses]);
  return Uint8Array.from(element(SEQUENCE, element(PERMITTED_SUBTREES, subtrees)));
}

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
