import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { isPrivate } from './private-ranges';

/** The interfaces of a machine by their names, as the system tells them. */
export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Interfaces that lead to containers, virtual machines or tunnels: phones are behind the others. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|lxc|tun|tap|wg|tailscale|zt)/;

/** Whether an interface leads to none of the home's devices, by its name. */
export const isVirtual = (name: string): boolean => VIRTUAL.test(name);

/** Every address of this machine. */
export const machineAddresses = (interfaces: Interfaces = networkInterfaces()): NetworkInterfaceInfo[] =>
  Object.values(interfaces).flatMap((entries) => entries ?? []);

/** An address that is good on one link alone, and that no page's address can name. */
const isLinkLocal = ({ address }: NetworkInterfaceInfo) => address.toLowerCase().startsWith('fe80:');

/**
 * The private addresses by which the rest of the home reaches this machine, the likeliest first: IPv4 before IPv6, true networks before
 * virtual ones.
 */
export function homeAddresses(interfaces: Interfaces = networkInterfaces()): NetworkInterfaceInfo[] {
  const rank = (name: string, { family }: NetworkInterfaceInfo) =>
    (family === 'IPv4' ? 0 : 1) + (isVirtual(name) ? 2 : 0);
  return Object.entries(interfaces)
    .flatMap(([name, entries]) => (entries ?? []).map((entry) => ({ entry, rank: rank(name, entry) })))
    .filter(({ entry }) => !entry.internal && !isLinkLocal(entry) && isPrivate(entry.address))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}
