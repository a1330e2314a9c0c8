/**
 * Returns the words of an icon's name, in lower case and without a trailing number: `FLOOR_LAMP2`, `floor-lamp` and
 * `floorLamp` are all `floor`, `lamp`. The document (2.2, 2.3) does not list the predefined icons, so their words are
 * matched.
 */
export function wordsOf(iconName: string): readonly string[] {
  return iconName
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

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
