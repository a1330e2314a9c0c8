import { isIPv6 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { groupOf, isPrivate } from './addresses';

/** The network interfaces of a machine by name, as `os.networkInterfaces()` returns them. */
export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Interfaces of containers, virtual machines and tunnels. Phones are not reached through them. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|lxc|tun|tap|wg|tailscale|zt)/;

/** Whether an interface is virtual, by its name. */
export const isVirtual = (name: string): boolean => VIRTUAL.test(name);

/** Every address of this machine. */
export const machineAddresses = (interfaces: Interfaces = networkInterfaces()): NetworkInterfaceInfo[] =>
  Object.values(interfaces).flatMap((entries) => entries ?? []);

/** Whether an address is link-local. A URL in a browser cannot contain one. */
const isLinkLocal = ({ address }: NetworkInterfaceInfo) => address.toLowerCase().startsWith('fe80:');

/** The private addresses at which other devices reach this machine, most likely first: physical before virtual, then IPv4 before IPv6. */
export function homeAddresses(interfaces: Interfaces = networkInterfaces()): NetworkInterfaceInfo[] {
  const rank = (name: string, { family }: NetworkInterfaceInfo) =>
    (family === 'IPv4' ? 0 : 1) + (isVirtual(name) ? 2 : 0);
  return Object.entries(interfaces)
    .flatMap(([name, entries]) => (entries ?? []).map((entry) => ({ entry, rank: rank(name, entry) })))
    .filter(({ entry }) => !entry.internal && !isLinkLocal(entry) && isPrivate(entry.address))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/**
 * Whether a client can be in this home: its address is private, link-local, or in a network of this machine. Any other client comes through
 * a forwarded port, which is a mistake without `--origin`.
 */
export function isLocalClient(address: string, interfaces?: Interfaces): boolean {
  const [plain = ''] = address.split('%');
  if (isPrivate(plain)) return true;
  const own = machineAddresses(interfaces).map((entry) => entry.address);
  return isIPv6(plain) ? own.filter(isIPv6).map(groupOf).includes(groupOf(plain)) : own.includes(plain);
}
