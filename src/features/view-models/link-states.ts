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

/** Whether a page has no connection any more. The first seconds without one do not count. */
export const isLost = (phase: LinkPhase): boolean => !['live', 'reconnecting'].includes(LINK_STATES[phase]);
