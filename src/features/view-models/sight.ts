import type { Ticking } from '$lib/i18n/ticker.svelte';
import { sinceTime, isSameDay } from '$lib/i18n/time';
import { LIVE, type Sight } from '$lib/kinds/sight';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { isLost } from './link-states';

/** Readings are not shown any more once they are this old, in ms. */
const MAX_READING_AGE_MS = 3 * 60 * 60_000;

/**
 * Returns how far the values can be trusted. The first seconds of a lost connection count as live. Reactive.
 * @param clock is read only without a connection: a page that is live has no timer for it
 */
export function sightOf({ link, state: home }: OpenHome, clock: Ticking): Sight {
  if (!isLost(link.state)) return LIVE;
  const { asOf } = home;
  if (asOf === null) return { kind: 'unknown' };
  const { now } = clock;
  return {
    kind: 'lost',
    since: sinceTime(asOf, now),
    isToday: isSameDay(asOf, now),
    hasReadings: now - asOf < MAX_READING_AGE_MS
  };
}
