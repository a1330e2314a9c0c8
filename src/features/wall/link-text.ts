import { sinceTime } from '$lib/i18n/time';
import { t } from '$lib/i18n/i18n.svelte';
import type { App } from '$lib/state/app.svelte';
import { LINK_STATES } from '$features/app-page/link-states';

/**
 * Returns since when the values are old, as a sentence: "Not connected since 14:02". Null while they are current, and
 * in the first seconds of a lost connection. Reactive.
 * @param now ms since the epoch
 */
export function notConnectedSince({ link, home }: App, now: number): string | null {
  const state = LINK_STATES[link.state];
  if (state === 'live' || state === 'reconnecting') return null;
  return home.asOf === null ? t('link.offline') : t('wall.notConnected', { time: sinceTime(home.asOf, now) });
}
