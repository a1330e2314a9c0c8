import { createHash, sign, X509Certificate } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { ipv6Groups } from '../../base/net/addresses';
import * as der from './der';

/** X.509 certificates (RFC 5280) with keys of P-256, as far as our local CA issues them. Node reads them, and creates none. */

/** Parts of a name, such as `[['CN', 'Mantel']]`, of letters, digits and spaces. */
export type DistinguishedName = readonly (readonly [type: 'O' | 'CN', value: string])[];

const NAME_TYPES = { O: der.identifier('2.5.4.10'), CN: der.identifier('2.5.4.3') };

/** A name in DER. */
export const encodeName = (name: DistinguishedName) =>
  der.sequence(
    ...name.map(([type, value]) => der.set(der.sequence(NAME_TYPES[type], der.printableString(value))))
  );

/** The parts of a certificate's subject. */
export const subjectOf = ({ subject }: Pick<X509Certificate, 'subject'>): DistinguishedName =>
  subject.split('\n').map((part) => {
    const [type, value = ''] = part.split('=');
    return [type === 'O' ? type : 'CN', value];
  });

/** An extension in DER. */
type Extension = Buffer;

const extension = (id: string, isCritical: boolean, value: Uint8Array): Extension =>
  der.sequence(der.identifier(id), ...(isCritical ? [der.TRUE] : []), der.octetString(value));

/** For a CA that certifies no further CAs, or for a server. */
export const basicConstraints = (isAuthority: boolean): Extension =>
  extension('2.5.29.19', true, isAuthority ? der.sequence(der.TRUE, der.integer(0)) : der.sequence());

/** What the key signs: certificates and lists of revoked ones, or connections. */
export const keyUsage = (isAuthority: boolean): Extension => {
  const uses = isAuthority ? der.bitString(Buffer.of(0b110), 1) : der.bitString(Buffer.of(0x80), 7);
  return extension('2.5.29.15', true, uses);
};

/** Only servers may show it. */
export const forServers = (): Extension =>
  extension('2.5.29.37', false, der.sequence(der.identifier('1.3.6.1.5.5.7.3.1')));

/** Two kinds of names, with their numbers (RFC 5280 4.2.1.6). */
const dnsName = (name: string) => der.tagged(2, Buffer.from(name));
const ipAddress = (bytes: Buffer) => der.tagged(7, bytes);

/** The DNS names and addresses of a server. */
export const alternativeNames = (names: readonly string[]): Extension => {
  const each = names.map((name) => (isIP(name) === 0 ? dnsName(name) : ipAddress(addressBytes(name))));
  return extension('2.5.29.17', false, der.sequence(...each));
};

/**
 * The only names that a CA may certify.
 * @param names DNS names, each with its subdomains
 * @param ranges such as `10.0.0.0/8`
 */
export const nameConstraints = (names: readonly string[], ranges: readonly string[]): Extension => {
  const permitted = [...names.map(dnsName), ...ranges.map((range) => ipAddress(rangeBytes(range)))];
  const subtrees = permitted.map((name) => der.sequence(name));
  return extension('2.5.29.30', true, der.sequence(der.taggedAll(0, ...subtrees)));
};

/** Which key is certified. */
export const subjectKey = (key: Buffer): Extension =>
  extension('2.5.29.14', false, der.octetString(keyHash(key)));

/** Which key of the issuer signs. */
export const issuerKey = (key: Buffer): Extension =>
  extension('2.5.29.35', false, der.sequence(der.tagged(0, keyHash(key))));

/** What a certificate says. Times are in ms since the epoch. */
export interface Statement {
  /** 16 bytes; the first is 1 to 127. */
  readonly serial: Uint8Array;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  readonly notBefore: number;
  readonly notAfter: number;
  /** In DER. */
  readonly publicKey: Buffer;
  readonly extensions: readonly Extension[];
}

const VERSION_3 = der.taggedAll(0, der.integer(2));
const ECDSA_WITH_SHA256 = der.sequence(der.identifier('1.2.840.10045.4.3.2'));

/** Signs a certificate, and returns it as PEM. */
export function signCertificate(statement: Statement, signingKey: string): string {
  const { serial, issuer, subject, notBefore, notAfter, publicKey, extensions } = statement;
  const signed = der.sequence(
    VERSION_3,
    der.integer(...serial),
    ECDSA_WITH_SHA256,
    encodeName(issuer),
    der.sequence(der.time(notBefore), der.time(notAfter)),
    encodeName(subject),
    publicKey,
    der.taggedAll(3, der.sequence(...extensions))
  );
  const signature = der.bitString(sign('sha256', signed, signingKey));
  return new X509Certificate(der.sequence(signed, ECDSA_WITH_SHA256, signature)).toString();
}

/** Bytes of a point of P-256: how it is written, and its two coordinates. */
const POINT_BYTES = 65;

/** How certificates refer to a key in DER: the SHA-1 of its point, which ends it. */
const keyHash = (key: Buffer) => createHash('sha1').update(key.subarray(-POINT_BYTES)).digest();

/** An address in network byte order, 4 or 16 bytes. */
const addressBytes = (address: string) =>
  Buffer.from(
    isIPv4(address)
      ? address.split('.').map(Number)
      : ipv6Groups(address).flatMap((group) => [group >> 8, group & 0xff])
  );

/** Address and mask in network byte order, 8 or 32 bytes. */
function rangeBytes(range: string): Buffer {
  const [network = '', prefix] = range.split('/');
  const address = addressBytes(network);
  const mask = address.map((_, index) => 0xff00 >> Math.min(8, Math.max(0, Number(prefix) - 8 * index)));
  return Buffer.concat([address, mask]);
}
