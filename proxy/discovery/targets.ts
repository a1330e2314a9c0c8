import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** The bytes of an IPv4. */
const partsOf = (address: string) => address.split('.').map(Number);

/** Maximum number of networks of a sweep. */
const MAX_SWEPT_NETWORKS = 4;

/** All other addresses in the /24 networks of some IPv4 addresses, for networks that drop broadcasts. */
export function neighboursOf(addresses: readonly string[]): string[] {
  const networks = [...new Set(addresses.map((address) => address.replace(/\.\d+$/, '')))];
  return networks
    .slice(0, MAX_SWEPT_NETWORKS)
    .flatMap((network) => Array.from({ length: 254 }, (_, index) => `${network}.${index + 1}`))
    .filter((address) => !addresses.includes(address));
}

/**
 * The broadcast addresses of this machine's networks (document 4.3: a search is a broadcast) [D]. Networks of one or two addresses have
 * none.
 */
export function broadcastAddresses(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()
): string[] {
  const addresses = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, cidr }) => family === 'IPv4' && !internal && !/\/3[12]$/.test(cidr ?? ''))
    .map(({ address, netmask }) => {
      const mask = partsOf(netmask);
      return partsOf(address)
        .map((part, index) => part | (255 - (mask[index] ?? 255)))
        .join('.');
    });
  return [...new Set(addresses)];
}
