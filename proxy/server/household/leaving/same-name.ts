/** Letters and digits that look like a Latin letter, in either case. Cyrillic and Greek ones are on the keyboards of many homes. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  г: 'r',
  е: 'e',
  є: 'e',
  з: 'e',
  и: 'n',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  п: 'n',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ь: 'b',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ӏ: 'i',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  ζ: 'z',
  η: 'h',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'y',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ł: 'i',
  ø: 'o',
  đ: 'd',
  ß: 'b',
  ɑ: 'a',
  ɡ: 'g',
  l: 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '5': 's',
  '8': 'b'
};

/** Pairs of letters that look like one. */
const PAIRS: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', ci: 'd' };

/**
 * What a name looks like: two names of one look can be taken for each other. Case, marks, spaces and punctuation do not count, and what looks
 * like a Latin letter is one. It is for comparison alone, and may take names for one that people can tell apart.
 */
export function lookOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[|!]/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/./gu, (character) => LOOKALIKES[character] ?? character)
    .replace(/rn|vv|ci/g, (pair) => PAIRS[pair] ?? pair);
  return letters === '' ? name.normalize('NFKC').trim() : letters;
}
