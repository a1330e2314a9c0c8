import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** Parts of an IPv4 as numbers from 0 to 255. */
const partsOf = (address: string) => address.split('.').map(Number);

/** A sweep goes through no more networks than these. */
const MAX_SWEPT_NETWORKS = 4;

/** Every other address of the networks (as /24, which homes have) around some IPv4 addresses: for networks that let no broadcast pass. */
export function neighboursOf(addresses: readonly string[]): string[] {
  const networks = [...new Set(addresses.map((address) => address.replace(/\.\d+$/, '')))];
  return networks
    .slice(0, MAX_SWEPT_NETWORKS)
    .flatMap((network) => Array.from({ length: 254 }, (_, index) => `${network}.${index + 1}`))
    .filter((address) => !addresses.includes(address));
}

/**
 * The broadcast address of each network that this machine is in (document 4.3: a search is a broadcast) [D]. Networks of one or
 * two addresses have none.
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
