import { isIPv4 } from 'node:net';
import { PRIVATE_RANGES } from '../net/private-ranges';

/**
 * The names that the authority may speak for, as the extension of RFC 5280 4.2.1.10. Each stands for itself and all names below it.
 * The library has no such extension; this one is so small that its bytes are written here.
 */
const PERMITTED_NAMES = ['local', 'localhost'];

/** Tags of DER that occur in it. In a general name, 2 is a DNS name and 7 an address with its mask. */
const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** A tag, the length, the content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length > 0xff) throw new Error(`${length} bytes are more than a name constraint has.`);
  return Buffer.concat([Buffer.from(length < 0x80 ? [tag, length] : [tag, 0x81, length]), content]);
}

const subtree = (tag: number, base: Buffer) => element(SEQUENCE, element(tag, base));

/** The address and the mask in the network's order, as 8 or 32 bytes. */
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
