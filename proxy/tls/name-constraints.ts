import { isIPv4 } from 'node:net';
import { PRIVATE_RANGES } from '../net/private-ranges';

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
function rangeBytes({ network, prefix }: { network: string; prefix: number }): Buffer {
  const address = bytesOf(network);
  const mask = address.map((_, index) => 0xff & ~(0xff >> Math.min(8, Math.max(0, prefix - 8 * index))));
  return Buffer.from([...address, ...mask]);
}

function bytesOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const groupsOf = (text = '') =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const [before, after] = address.split('::').map(groupsOf);
  const zeros = new Array<number>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill(0);
  return [...(before ?? []), ...zeros, ...(after ?? [])].flatMap((group) => [group >> 8, group & 0xff]);
}

/** The extension's value in DER. */
export function nameConstraints(): Uint8Array<ArrayBuffer> {
  const names = PERMITTED_NAMES.map((name) => subtree(DNS_NAME, Buffer.from(name)));
  const addresses = PRIVATE_RANGES.map((range) => subtree(IP_ADDRESS, rangeBytes(range)));
  const subtrees = Buffer.concat([...names, ...addresses]);
  return Uint8Array.from(element(SEQUENCE, element(PERMITTED_SUBTREES, subtrees)));
}
