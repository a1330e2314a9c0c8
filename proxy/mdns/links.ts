import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { homeAddresses, type Interfaces } from '../net/interfaces';
import { isEverywhere } from '../net/addresses';

/** A network that this machine is connected to, identified by one of its IPv4 addresses there. */
export interface NetworkLink {
  readonly address: string;
  /** All private addresses of this machine on it, IPv4 and IPv6. */
  readonly addresses: readonly string[];
  /** Whether a sender's address belongs to the link. */
  readonly holds: (sender: string) => boolean;
}

/** The links of this machine that `--host` listens on. */
export function linksOf(host: string, interfaces: Interfaces = networkInterfaces()): NetworkLink[] {
  return Object.entries(interfaces).flatMap(([name, entries]) => {
    const addresses = homeAddresses({ [name]: entries ?? [] });
    return addresses
      .filter(({ address, family }) => family === 'IPv4' && (isEverywhere(host) || address === host))
      .map(({ address, cidr }) => ({
        address,
        addresses: isEverywhere(host) ? [address, ...sixes(addresses)] : [address],
        holds: within(cidr ?? `${address}/32`)
      }));
  });
}

const sixes = (entries: ReturnType<typeof homeAddresses>) =>
  entries.filter(({ family }) => family === 'IPv6').map(({ address }) => address);

function within(cidr: string) {
  const [network = '', prefix = '32'] = cidr.split('/');
  const range = new BlockList();
  range.addSubnet(network, Number(prefix), 'ipv4');
  return (sender: string) => isIPv4(sender) && range.check(sender);
}
