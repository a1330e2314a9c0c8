import { sinceTime } from '$lib/i18n/time';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { isLost } from '$features/page/link-states';

/** Readings are not shown any more once they are this old, in ms. */
const MAX_READING_AGE_MS = 3 * 60 * 60_000;

/**
 * How far the values can be trusted: `live`; `lost`, with the time of the last ones and whether readings are still shown;
 * `unknown` if there never were any.
 */
export type WallSight =
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly since: string; readonly hasReadings: boolean }
  | { readonly kind: 'unknown' };

const LIVE = { kind: 'live' } as const;

/**
 * Returns how far the values can be trusted. The first seconds of a lost connection count as live. Reactive.
 * @param now ms since the epoch
 */
export function sightOf({ link, state: home }: OpenHome, now: number): WallSight {
  if (!isLost(link.state)) return LIVE;
  if (home.asOf === null) return { kind: 'unknown' };
  return {
    kind: 'lost',
    since: sinceTime(home.asOf, now),
    hasReadings: now - home.asOf < MAX_READING_AGE_MS
  };
}
