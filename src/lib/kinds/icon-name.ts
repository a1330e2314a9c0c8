import { wordsOf } from '#shared/icon-words';

/**
 * Finds the entry for an icon's name: by all of its words together (`garage-door`), or by the last word that the table
 * has (`bedroom_lamp` is a lamp); undefined if there is none.
 */
export function findByName<T>(table: ReadonlyMap<string, T>, iconName: string): T | undefined {
  const words = wordsOf(iconName);
  for (const name of [words.join('-'), ...[...words].reverse()]) {
    const entry = table.get(name);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
