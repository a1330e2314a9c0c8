import { isIPv6 } from 'node:net';
import { machineAddresses, type Interfaces } from '../net/interfaces';
import { isPrivate } from '../net/private-ranges';
import { groupOf } from './address-group';

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
