import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The networks that any home may use and nobody on the internet owns. The local authority may speak for these addresses alone, so
 * that its key, stolen, is worth nothing beyond the home.
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

/** Whether an address, without a zone, lies in one of those networks. */
export const isPrivate = (address: string): boolean =>
  (isIPv4(address) || isIPv6(address)) && ranges.check(address, familyOf(address));
