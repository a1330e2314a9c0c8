import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6, isIP } from 'node:net';
import { fail, succeed, type Result } from '#shared/errors';

/** The private networks of RFC 1918. */
const PRIVATE_IPV4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

const UNIQUE_LOCAL = 'fc00::/7';

/** The networks of this machine itself. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'];

/**
 * The private, loopback and link-local networks. Certificates of the local CA are valid for these addresses only, so a stolen key is
 * useless on the internet.
 */
export const PRIVATE_RANGES: readonly string[] = [...PRIVATE_IPV4, UNIQUE_LOCAL, ...LOOPBACK, ...LINK_LOCAL];

/** Whether an address, without a zone, is in one of those networks. */
export const isPrivate = (address: string): boolean => isAmong(address, PRIVATE_RANGES);

/** Whether an address is one of a home network: of RFC 1918, or unique local. An IPv4 address in an IPv6 one is not. */
export const isHome = (address: string): boolean =>
  isAmong(address, isIPv4(address) ? PRIVATE_IPV4 : [UNIQUE_LOCAL]);

/** What is not of the internet, by the registries of special-purpose addresses (RFC 6890). */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4'
];

/**
 * All global IPv6 addresses, and those of them that are not: protocols such as Teredo, documentation, and 6to4, which has an IPv4 address
 * in it.
 */
const GLOBAL_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Whether an address, without a zone, is one of the internet, and has no other address in it. */
export const isPublic = (address: string): boolean =>
  isIPv4(address)
    ? !isAmong(address, SPECIAL_IPV4)
    : isAmong(address, GLOBAL_IPV6) && !isAmong(address, SPECIAL_IPV6);

/** Whether a text is an IP address, or a range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Whether an IP address is in a list of addresses and ranges. */
export function isAmong(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0 || isIP(address) === 0) return false;
  const list = lists.get(ranges) ?? listOf(ranges);
  lists.set(ranges, list);
  return list.check(address, familyOf(address));
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** An address without the prefix that IPv4 has on an IPv6 socket (`::ffff:`). */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An address as a `Host` header and a URL contain it: IPv6 in brackets. */
export const spellHost = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

/** Whether an address is loopback: 127/8 or ::1. */
export const isLoopback = (address = ''): boolean => isAmong(plainAddress(address), LOOPBACK);

/**
 * The client's address. `proxies` are the trusted ones. `X-Forwarded-For` counts only if a trusted proxy wrote it: the result is the first
 * address from the right that is not a trusted proxy. Everything to its left may be forged by the client.
 */
export function clientAddress({ socket, headers }: IncomingMessage, proxies: readonly string[]): string {
  let client = plainAddress(socket.remoteAddress ?? '');
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  while (isAmong(client, proxies)) {
    const next = plainAddress(forwarded.pop()?.trim() ?? '');
    if (isIP(next) === 0) break;
    client = next;
  }
  return client;
}

/** Whether a `--host` means every address of this machine. */
export const isEverywhere = (host: string) => ['all', '::', '0.0.0.0'].includes(host);

/** Which addresses the proxy may connect to. */
export interface DestinationRule {
  /** Whether 127/8 is allowed too, for tests. */
  readonly allowLoopback: boolean;
}

/**
 * Validates an address that the proxy may connect to: a private IPv4 address in dotted decimal. Names, other notations
 * (`127.1`, `0x7f.1`, `2130706433`), link-local and public addresses are `bad-address`, so that nobody can make the
 * proxy connect to hosts outside of a home.
 */
export function readAddress(text: string, { allowLoopback }: DestinationRule): Result<string, 'bad-address'> {
  const isKnownRange = isAmong(text, PRIVATE_IPV4) || (allowLoopback && isLoopback(text));
  return isIPv4(text) && isKnownRange
    ? succeed(text)
    : fail('bad-address', 'A controller has a private IPv4 address, such as 192.168.1.20.');
}

/** Number of the eight parts of an IPv6 address that identify the network. A device can use any address in its /64. */
const NETWORK_PARTS = 4;

/** The group that an address counts for in limits: the IPv4 address itself, or the /64 of an IPv6 address. */
export function groupOf(address: string): string {
  const plain = plainAddress(address).split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const network = ipv6Groups(plain).slice(0, NETWORK_PARTS);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight 16-bit groups of an IPv6 address without a zone. */
export function ipv6Groups(address: string): number[] {
  const groupsOf = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [before = [], after = []] = address.split('::').map(groupsOf);
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}
