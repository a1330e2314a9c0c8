/** The maximum number of phrases that are kept. */
export const MAX_KEPT = 1000;
/** The maximum length of the part of a name that is read, in UTF-16 units. */
const MAX_LENGTH = 80;

const kept = new Map<string, string>();

/**
 * Returns the words of a name that programs give, such as a role or an icon, in lower case with a space between:
 * `BinaryCOSensor` is `binary co sensor`, and `FLOOR_LAMP2`, `floor-lamp 2` and `floorLamp2` are all `floor lamp 2`. Of a
 * long name only the beginning is read.
 */
export function phraseOf(name: string): string {
  const text = name.slice(0, MAX_LENGTH);
  let phrase = kept.get(text);
  if (phrase === undefined) {
    const parts = text
      .normalize('NFKC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase();
    phrase = (parts.match(/\p{L}+|\d+/gu) ?? []).join(' ');
    if (kept.size < MAX_KEPT) kept.set(text, phrase);
  }
  return phrase;
}

/** Returns the words of a name: see `phraseOf`. */
export const wordsOf = (name: string): readonly string[] => phraseOf(name).split(' ');
