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
