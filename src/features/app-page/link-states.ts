import type { LinkPhase } from '$lib/state/connection/link.svelte';

/** The states of `LinkState`, by the phase of the link. */
export const LINK_STATES = {
  connecting: 'reconnecting',
  live: 'live',
  reconnecting: 'reconnecting',
  offline: 'offline',
  unreachable: 'controller-unreachable',
  changed: 'controller-unreachable',
  'signed-out': 'signed-out'
} as const satisfies Record<LinkPhase, string>;
