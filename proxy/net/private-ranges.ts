import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The private, loopback and link-local networks. Certificates of the local CA are valid for these addresses only, so a stolen key is
 * useless on the internet.
 */
export const PRIVATE_RANGES = [
  { network: '10.0.0.0', prefix: 8 },
  { network: '172.16.0.0', prefix: 12 },
  { network: '192.168.0.0', prefix: 16 },
  { network: '127.0.0.0', prefix: 8 },
  { network: '169.254.0.0', prefix: 16 },
  { network: 'fc00::', prefix: 7 },
  { network: 'fe80::', prefix: 10 },
  { network: '::1', prefix: 128 }
] as const;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const ranges = new BlockList();
for (const { network, prefix } of PRIVATE_RANGES) ranges.addSubnet(network, prefix, familyOf(network));

/** Whether an address, without a zone, is in one of those networks. */
export const isPrivate = (address: string): boolean =>
  (isIPv4(address) || isIPv6(address)) && ranges.check(address, familyOf(address));
