import { fail, succeed, type Result } from '#shared/errors';
import { isIPv4 } from 'node:net';
import { isAmong } from './address-ranges';

/** The private networks of RFC 1918. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
const LOOPBACK = ['127.0.0.0/8'];

/** The two limits that the owner sets on where we may connect to. */
export interface DestinationRule {
  /** Whether 127/8 counts too, for tests. */
  readonly allowLoopback: boolean;
}

/**
 * An address that we may connect to: a private IPv4 in four decimal parts, to the letter. Names, other spellings of a number
 * (`127.1`, `0x7f.1`, `2130706433`), link-local and public addresses are `bad-address`, so that nobody makes the
 * proxy connect to hosts that are in no home.
 */
export function readAddress(text: string, { allowLoopback }: DestinationRule): Result<string, 'bad-address'> {
  const isKnownRange = isAmong(text, PRIVATE) || (allowLoopback && isAmong(text, LOOPBACK));
  return isIPv4(text) && isKnownRange
    ? succeed(text)
    : fail('bad-address', 'A controller has a private IPv4 address, as 192.168.1.20.');
}
