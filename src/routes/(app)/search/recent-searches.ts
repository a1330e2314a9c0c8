import { SEARCHES, type Settings } from '$lib/state/preferences/settings';

/** The maximum number of remembered searches. */
const MAX_SEARCHES = 5;
/** Shorter queries are typed as fast as they are selected. */
const MIN_LENGTH = 3;

/** The last searches of this browser that found something, newest first. */
export function recentSearches(settings: Settings): readonly string[] {
  return (settings.read(SEARCHES) ?? '')
    .split('\n')
    .filter((query) => query !== '')
    .slice(0, MAX_SEARCHES);
}

/** Remembers a query that found something as the newest one. */
export function rememberSearch(settings: Settings, query: string): void {
  const text = query.trim().replace(/\s+/g, ' ');
  if (text.length < MIN_LENGTH) return;
  const isAnother = (other: string) => other.toLowerCase() !== text.toLowerCase();
  const queries = [text, ...recentSearches(settings).filter(isAnother)];
  settings.write(SEARCHES, queries.slice(0, MAX_SEARCHES).join('\n'));
}
