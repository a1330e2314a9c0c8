import { sinceTime } from '$lib/i18n/time';
import { t } from '$lib/i18n/i18n.svelte';
import type { App } from '$lib/state/app.svelte';
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

/**
 * Returns since when the values are old, as a sentence: "Not connected since 14:02". Null while they are current, and
 * in the first seconds of a lost connection. Reactive.
 * @param now ms since the epoch
 */
export function notConnectedSince({ link, home }: App, now: number): string | null {
  if (LINK_STATES[link.state] === 'live' || LINK_STATES[link.state] === 'reconnecting') return null;
  return home.asOf === null ? t('link.offline') : t('wall.notConnected', { time: sinceTime(home.asOf, now) });
}
