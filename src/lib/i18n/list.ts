import { t } from './i18n.svelte';

/** Returns a fact that follows others of which a component draws each in its own way: "· Hall". */
export const furtherFact = (fact: string): string => `· ${fact}`;

/** Returns short facts as one line, without those that are empty: "Hall · 42 % · as of 14:05". */
export const facts = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** Returns names as one text: "Kitchen, Hall and Attic". `Intl.ListFormat` differs from one browser to the next. Reactive (language). */
export function listOf(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return first;
  return t('app.and', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' });
}
