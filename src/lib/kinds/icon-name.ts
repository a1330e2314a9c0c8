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

/**
 * What a table knows for an icon's name: for all of its words together (`garage-door`), else for the last one that it knows
 * (`bedroom_lamp` is a lamp); undefined where it knows none.
 */
export function findByName<T>(table: ReadonlyMap<string, T>, iconName: string): T | undefined {
  const words = wordsOf(iconName);
  for (const name of [words.join('-'), ...[...words].reverse()]) {
    const entry = table.get(name);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
