/** The maximum number of names of which is kept what was made of them. */
const MAX_KEPT = 1000;
/** The maximum length of the part of a name that is read, in UTF-16 units. */
const MAX_LENGTH = 80;

/** Memoizes a function of a name for the last names. Of a long name only the beginning is read, and nothing is kept. */
export function memoize<Made extends string>(make: (name: string) => Made): (name: string) => Made {
  const all = new Map<string, Made>();
  return (name) => {
    if (name.length > MAX_LENGTH) return make(name.slice(0, MAX_LENGTH));
    const known = all.get(name);
    if (known !== undefined) return known;
    const made = make(name);
    all.set(name, made);
    if (all.size > MAX_KEPT) all.delete(all.keys().next().value ?? name);
    return made;
  };
}

/**
 * Returns the words of a name that programs give, such as a role or an icon, in lower case with a space between:
 * `BinaryCOSensor` and `BinaryCOsensor` are `binary co sensor`, and `FLOOR_LAMP2`, `floor-lamp 2` and `floorLamp2` are all
 * `floor lamp 2`.
 */
export const phraseOf = memoize((name) => {
  const parts = name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}\p{Lu})(sensor|detector|alarm)/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase();
  return (parts.match(/\p{L}+|\d+/gu) ?? []).join(' ');
});

/**
 * Returns a name that a program gave as people write: `ecoBoost_2` is "Eco boost 2". What has a space was written for people, and stays as it
 * is, and so does what has no words.
 */
export function readableName(name: string): string {
  const phrase = name.trim().includes(' ') ? name.trim() : phraseOf(name) || name;
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** Returns the words of a name: see `phraseOf`. */
export const wordsOf = (name: string): readonly string[] => phraseOf(name).split(' ');
