import { createHash, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { ipv6Groups } from '../../base/net/addresses';
import {
  bitString,
  identifier,
  integer,
  octetString,
  printableString,
  sequence,
  set,
  tagged,
  taggedAll,
  time,
  TRUE
} from './der';

/** X.509 certificates (RFC 5280) with keys of P-256, as far as our local CA issues them. Node reads them, and creates none. */

/** Parts of a name, such as `[['CN', 'Mantel']]`, of letters, digits and spaces. */
export type DistinguishedName = readonly (readonly [type: 'O' | 'CN', value: string])[];

const NAME_TYPES = { O: identifier('2.5.4.10'), CN: identifier('2.5.4.3') };

/** A name in DER. */
export const encodeName = (name: DistinguishedName) =>
  sequence(...name.map(([type, value]) => set(sequence(NAME_TYPES[type], printableString(value)))));

/** The parts of a certificate's subject. */
export const subjectOf = ({ subject }: Pick<X509Certificate, 'subject'>): DistinguishedName =>
  subject.split('\n').map((part) => {
    const [type, value = ''] = part.split('=');
    return [type === 'O' ? type : 'CN', value];
  });

/** An extension in DER. */
type Extension = Buffer;

const extension = (id: string, isCritical: boolean, value: Uint8Array): Extension =>
  sequence(identifier(id), ...(isCritical ? [TRUE] : []), octetString(value));

/** For a CA that certifies no further CAs, or for a server. */
export const basicConstraints = (isAuthority: boolean): Extension =>
  extension('2.5.29.19', true, isAuthority ? sequence(TRUE, integer(0)) : sequence());

/** What the key signs: certificates and lists of revoked ones, or connections. */
export const keyUsage = (isAuthority: boolean): Extension =>
  extension('2.5.29.15', true, isAuthority ? bitString(Buffer.of(0b110), 1) : bitString(Buffer.of(0x80), 7));

/** Only servers may show it. */
export const forServers = (): Extension =>
  extension('2.5.29.37', false, sequence(identifier('1.3.6.1.5.5.7.3.1')));

/** Number of a kind of name among all kinds. */
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** The DNS names and addresses of a server. */
export const alternativeNames = (names: readonly string[]): Extension =>
  extension(
    '2.5.29.17',
    false,
    sequence(
      ...names.map((name) =>
        isIP(name) === 0 ? tagged(DNS_NAME, Buffer.from(name)) : tagged(IP_ADDRESS, addressBytes(name))
      )
    )
  );

/**
 * The only names that a CA may certify.
 * @param names DNS names, each with its subdomains
 * @param ranges such as `10.0.0.0/8`
 */
export const nameConstraints = (names: readonly string[], ranges: readonly string[]): Extension =>
  extension(
    '2.5.29.30',
    true,
    sequence(
      taggedAll(
        0,
        ...names.map((name) => sequence(tagged(DNS_NAME, Buffer.from(name)))),
        ...ranges.map((range) => sequence(tagged(IP_ADDRESS, rangeBytes(range))))
      )
    )
  );

/** Which key is certified. */
export const subjectKey = (key: KeyObject): Extension =>
  extension('2.5.29.14', false, octetString(keyHash(key)));

/** Which key of the issuer signs. */
export const issuerKey = (key: KeyObject): Extension =>
  extension('2.5.29.35', false, sequence(tagged(0, keyHash(key))));

/** What a certificate says. Times are in ms since the epoch. */
interface Statement {
  /** 16 bytes; the first is 1 to 127. */
  readonly serial: Uint8Array;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Extension[];
}

const VERSION_3 = taggedAll(0, integer(2));
const ECDSA_WITH_SHA256 = sequence(identifier('1.2.840.10045.4.3.2'));

/** Signs a certificate, and returns it as PEM. */
export function signCertificate(statement: Statement, signingKey: KeyObject): string {
  const { serial, issuer, subject, notBefore, notAfter, publicKey, extensions } = statement;
  const signed = sequence(
    VERSION_3,
    integer(...serial),
    ECDSA_WITH_SHA256,
    encodeName(issuer),
    sequence(time(notBefore), time(notAfter)),
    encodeName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    taggedAll(3, sequence(...extensions))
  );
  const signature = bitString(sign('sha256', signed, signingKey));
  return new X509Certificate(sequence(signed, ECDSA_WITH_SHA256, signature)).toString();
}

/** Bytes of a point of P-256: how it is written, and its two coordinates. */
const POINT_BYTES = 65;

/** How certificates refer to a key: the SHA-1 of its point, which ends its DER. */
const keyHash = (key: KeyObject) =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }).subarray(-POINT_BYTES))
    .digest();

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
  const mask = address.map(
    (_, index) => 0xff & ~(0xff >> Math.min(8, Math.max(0, Number(prefix) - 8 * index)))
  );
  return Buffer.concat([address, mask]);
}
