import { sinceTime, isSameDay } from '$lib/i18n/time';
import { LIVE, type Sight } from '$lib/kinds/sight';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { isLost } from '$features/page/link-states';

/** Readings are not shown any more once they are this old, in ms. */
const MAX_READING_AGE_MS = 3 * 60 * 60_000;

/**
 * Returns how far the values can be trusted. The first seconds of a lost connection count as live. Reactive.
 * @param now ms since the epoch
 */
export function sightOf({ link, state: home }: OpenHome, now: number): Sight {
  if (!isLost(link.state)) return LIVE;
  const { asOf } = home;
  if (asOf === null) return { kind: 'unknown' };
  return {
    ...{ kind: 'lost', since: sinceTime(asOf, now), isToday: isSameDay(asOf, now) },
    hasReadings: now - asOf < MAX_READING_AGE_MS
  };
}
