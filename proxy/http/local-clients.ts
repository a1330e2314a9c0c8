import { isIPv6 } from 'node:net';
import { machineAddresses, type Interfaces } from '../net/interfaces';
import { isPrivate } from '../net/private-ranges';
import { groupOf } from './address-group';

/**
 * Whether a client can be in this home: by a private or link-local address, or by one of a network that this machine is in itself. Who
 * comes from elsewhere came through a forwarded port, which is a mistake where no `--origin` says otherwise.
 */
export function isLocalClient(address: string, interfaces?: Interfaces): boolean {
  const [plain = ''] = address.split('%');
  if (isPrivate(plain)) return true;
  const own = machineAddresses(interfaces).map((entry) => entry.address);
  return isIPv6(plain) ? own.filter(isIPv6).map(groupOf).includes(groupOf(plain)) : own.includes(plain);
}
