import { networkInterfaces } from 'node:os';
import { homeAddresses, isVirtual, type Interfaces } from '../net/interfaces';
import type { HostKind } from '../platform/host-kind';

/**
 * Possible reasons why a search finds nothing on this machine, as codes of the wire, the likeliest first. A missing controller and a
 * network that drops broadcasts cannot be told apart, so `no-reply` is last.
 */
export function hintsOf({
  hostKind,
  interfaces = networkInterfaces()
}: {
  hostKind: HostKind;
  interfaces?: Interfaces;
}): string[] {
  const networks = Object.entries(interfaces).filter(
    ([name, entries]) => !isVirtual(name) && homeAddresses({ [name]: entries ?? [] }).length > 0
  );
  if (networks.length === 0 && hostKind === 'plain') return ['no-network'];
  return [
    ...(hostKind === 'plain' ? [] : [hostKind]),
    ...(networks.length > 1 ? ['several-networks'] : []),
    'no-reply'
  ];
}
