import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { homeAddresses, type Interfaces } from '../net/interfaces';
import { isEverywhere } from '../net/bind-address';

/** A network that we are in, by one of our IPv4 addresses there. */
export interface NetworkLink {
  readonly address: string;
  /** All our private addresses on it, IPv6 too. */
  readonly addresses: readonly string[];
  /** Whether a sender is on it, and not beyond. */
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
