import { fail, succeed, type Result } from '#shared/errors';
import { isIPv4 } from 'node:net';
import { isAmong } from './address-ranges';

/** The private networks of RFC 1918. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
const LOOPBACK = ['127.0.0.0/8'];

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
  const isKnownRange = isAmong(text, PRIVATE) || (allowLoopback && isAmong(text, LOOPBACK));
  return isIPv4(text) && isKnownRange
    ? succeed(text)
    : fail('bad-address', 'A controller has a private IPv4 address, such as 192.168.1.20.');
}
