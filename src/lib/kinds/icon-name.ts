import { wordsOf } from '#shared/words';

/** An icon, its name, and further words that mean it. */
export type NamedIcon<T> = readonly [name: string, icon: T, ...words: string[]];

/** A table for `findByName`: icons by all of their words. */
export const byName = <T>(icons: readonly NamedIcon<T>[]): ReadonlyMap<string, T> =>
  new Map(icons.flatMap(([name, icon, ...words]) => [name, ...words].map((word) => [word, icon] as const)));

/**
 * Finds the entry for an icon's name: by all of its words together (`garage-door`), or by the last word that the table
 * has (`bedroom_lamp` is a lamp); undefined if there is none. Numbers in the name do not count. The document (2.2, 2.3)
 * does not list the predefined icons, so their words are compared.
 */
export function findByName<T>(table: ReadonlyMap<string, T>, iconName: string): T | undefined {
  const words = wordsOf(iconName).filter((word) => !/^\d/.test(word));
  for (const name of [words.join('-'), ...[...words].reverse()]) {
    const entry = table.get(name);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
