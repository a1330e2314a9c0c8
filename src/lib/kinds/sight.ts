import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';

/**
 * How far the values can be trusted: `live`; `lost`, with the time of the last ones as text, whether that was today, and whether readings
 * are still shown; `unknown` if there never were any.
 */
export type Sight =
  | { readonly kind: 'live' }
  | {
      readonly kind: 'lost';
      readonly since: string;
      readonly isToday: boolean;
      readonly hasReadings: boolean;
    }
  | { readonly kind: 'unknown' };

/** While connected. */
export const LIVE = { kind: 'live' } as const satisfies Sight;

/**
 * Puts a sentence into the tense of what is known: "3 lights on", "3 lights on at 16:29", "3 lights on · 21 Nov, 14:05". Reactive
 * (language).
 */
export function asKnown(what: string, sight: Sight): string {
  if (sight.kind !== 'lost') return what;
  return sight.isToday ? t('home.then', { what, time: sight.since }) : facts(what, sight.since);
}

/** Whether readings are shown. */
export const hasReadings = (sight: Sight): boolean =>
  sight.kind === 'live' || (sight.kind === 'lost' && sight.hasReadings);
