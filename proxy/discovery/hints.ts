import { networkInterfaces } from 'node:os';
import { homeAddresses, isVirtual, type Interfaces } from '../net/interfaces';
import type { HostKind } from '../platform/host-kind';

/**
 * Why a search may hear nothing here, as the wire's codes, the likeliest first. That no controller is there, or that the network lets no
 * broadcast pass, can never be told apart from here, so it stands last.
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
