import { networkInterfaces } from 'node:os';
import { isAmong, isEverywhere, isPrivate } from '../../base/net/addresses';
import { homeAddresses, type Interfaces } from '../../base/net/interfaces';

/** A network interface of this machine, for one version of IP. */
export interface NetworkLink {
  readonly family: 'IPv4' | 'IPv6';
  /** The interface, as a socket of that version selects it: an IPv4 address of it, or `::%eth0`. */
  readonly selector: string;
  /** The private addresses of this machine there, IPv4 and IPv6. */
  readonly addresses: readonly string[];
  /** Another one after a change of the interface or of its addresses. */
  readonly key: string;
  /** Whether the address of a sender belongs to the link. */
  readonly holds: (sender: string) => boolean;
}

/** The links of this machine that `--host` listens on. */
export const linksOf = (host: string, interfaces: Interfaces = networkInterfaces()): NetworkLink[] =>
  Object.entries(interfaces).flatMap(([name, entries = []]) => {
    const home = homeAddresses({ [name]: entries }).map(({ address }) => address);
    const addresses = home.filter((address) => isEverywhere(host) || address === host);
    if (addresses.length === 0) return [];
    const own = entries.filter(({ address }) => isPrivate(address));
    return (['IPv4', 'IPv6'] as const).flatMap((family) => {
      const [first] = own.filter((entry) => entry.family === family);
      if (!first) return [];
      // Windows numbers its interfaces in a zone, the others name them.
      const zone = process.platform === 'win32' ? String(first.scopeid) : name;
      return {
        family,
        addresses,
        holds: holding(
          own.flatMap(({ cidr }) => cidr ?? []),
          zone
        ),
        selector: family === 'IPv4' ? first.address : `::%${zone}`,
        key: JSON.stringify([name, family, addresses, own.map(({ scopeid }) => scopeid)])
      };
    });
  });

/** Whether a sender is in one of the ranges. A link-local IPv6 address has a zone, which must be ours. */
function holding(ranges: readonly string[], ours: string) {
  return (sender: string) => {
    const [address = '', zone] = sender.split('%');
    return zone === undefined ? isAmong(address, ranges) : zone === ours;
  };
}
