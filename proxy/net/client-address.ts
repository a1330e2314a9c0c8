import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { isAmong } from './address-ranges';

/** An address without the prefix that IPv4 has on an IPv6 socket (`::ffff:`). */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An address as a `Host` header and a URL contain it: IPv6 in brackets. */
export const spellHost = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

/** Whether an address is loopback: 127/8 or ::1. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = plainAddress(address);
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/**
 * The client's address. `X-Forwarded-For` counts only if a trusted proxy wrote it: the result is the first address from the
 * right that is not a trusted proxy. Everything to its left may be forged by the client.
 */
export function clientAddress(
  { socket, headers }: IncomingMessage,
  trustedProxies: readonly string[]
): string {
  let client = plainAddress(socket.remoteAddress ?? '');
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  while (isAmong(client, trustedProxies)) {
    const next = plainAddress(forwarded.pop()?.trim() ?? '');
    if (isIP(next) === 0) break;
    client = next;
  }
  return client;
}
