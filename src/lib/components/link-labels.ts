import type { PlainKey } from '$lib/i18n/keys';

/** The texts of the states of a link. */
export const LINK_LABELS = {
  live: 'link.live',
  reconnecting: 'link.reconnecting',
  offline: 'link.offline',
  'controller-unreachable': 'link.controllerUnreachable',
  'signed-out': 'link.signedOut'
} as const satisfies Readonly<Record<string, PlainKey>>;
