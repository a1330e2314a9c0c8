import { isIPv6 } from 'node:net';
import { plainAddress } from '../net/client-address';

/** Number of the eight parts of an IPv6 address that identify the network. A device can use any address in its /64. */
const NETWORK_PARTS = 4;

/** The group that an address counts for in limits: the IPv4 address itself, or the /64 of an IPv6 address. */
export function groupOf(address: string): string {
  const plain = plainAddress(address).split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const parts = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = parts.slice(0, NETWORK_PARTS).map((part) => Number.parseInt(part, 16).toString(16));
  return `${network.join(':')}::/64`;
}
