/** Comments of TypeScript, Svelte and CSS. A `//` within a text, as in a URL, follows a colon. */
const COMMENTS = /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** A text in quotes that looks like a message key. */
const LITERALS = /(['"])([A-Za-z]+(?:\.[\w-]+)+)\1/g;

/** A key that is put together where it is used, such as t(`icon.${name}`). */
const TEMPLATES = /\bt\(\s*`([^`]*)`/g;

/** What the code names: whole keys, and patterns of keys with a `*` for each part that is known only at run time. */
interface NamedKeys {
  readonly keys: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
}

/** The keys that source files name outside of comments. */
export function namedKeys(sources: readonly string[]): NamedKeys {
  const code = sources.map((source) => source.replace(COMMENTS, '')).join('\n');
  return {
    keys: new Set([...code.matchAll(LITERALS)].map(([, , key = '']) => key)),
    patterns: new Set([...code.matchAll(TEMPLATES)].map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, '*')))
  };
}

/** The keys that no source file names, neither as a whole nor by a pattern and its values. */
export function unusedKeys(
  keys: readonly string[],
  sources: readonly string[],
  values: Readonly<Record<string, readonly string[]>>
): readonly string[] {
  const named = namedKeys(sources);
  const used = new Set([
    ...named.keys,
    ...[...named.patterns].flatMap((pattern) => keysOf(pattern, values[pattern] ?? []))
  ]);
  return keys.filter((key) => !used.has(key));
}

/** The keys of a pattern with these values in its place. */
export const keysOf = (pattern: string, values: readonly string[]): readonly string[] =>
  values.map((value) => pattern.replace('*', value));
