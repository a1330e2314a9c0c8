/**
 * The words of an icon's name, in lower case and without a trailing number: `FLOOR_LAMP2`, `floor-lamp` and `floorLamp` are all
 * `floor`, `lamp`. The predefined set of icons is not shown by the document (2.2, 2.3), so its words are all there is to go by.
 */
export function wordsOf(iconName: string): readonly string[] {
  return iconName
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** The entry of the last word that a table knows (`bedroom_lamp` is a lamp); undefined where it knows none. */
export function findByWords<T>(table: ReadonlyMap<string, T>, iconName: string): T | undefined {
  for (const word of [...wordsOf(iconName)].reverse()) {
    const entry = table.get(word);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
