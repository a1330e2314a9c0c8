import { machineAddresses, type Interfaces } from '../net/interfaces';
import { isPrivate } from '../net/private-ranges';

/** Links' own addresses, which no page's address can name. */
const LINK_LOCAL = /^fe[89ab]/i;

/**
 * What the certificate of a box says that it is: `localhost`, `<name>.local`, loopback, and its private addresses, in an order that stays.
 * A public address (nearly every IPv6 home has one) must not be among them: one that the authority may not speak for makes the whole
 * certificate worthless.
 */
export function namesOf(name: string, interfaces?: Interfaces): string[] {
  const own = machineAddresses(interfaces)
    .map(({ address }) => address)
    .filter((address) => isPrivate(address) && !LINK_LOCAL.test(address));
  const addresses = [...new Set(['127.0.0.1', '::1', ...own])].sort();
  return ['localhost', `${name}.local`, ...addresses];
}
