import type { ScreenEntry } from '#shared/household';
import { t } from '$lib/i18n/i18n.svelte';

/**
 * Returns the names of a list's screens by id. Of equal names all but the first to sign in get a number: "Phone",
 * "Phone (2)". Reactive (language).
 */
export function screenNames(screens: readonly ScreenEntry[]): ReadonlyMap<string, string> {
  const oldestFirst = [...screens].sort(
    (one, other) => one.cameIn.at - other.cameIn.at || (one.id < other.id ? -1 : 1)
  );
  const counts = new Map<string, number>();
  return new Map(
    oldestFirst.map(({ id, name }) => {
      const shown = name || t('value.unknown');
      const count = (counts.get(shown) ?? 0) + 1;
      counts.set(shown, count);
      return [id, count > 1 ? `${shown} (${count})` : shown];
    })
  );
}
