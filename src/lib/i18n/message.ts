/** The plural forms of one message, by the categories of `Intl.PluralRules`. A language gives those that it has; `other` always. */
export interface PluralForms {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** A message: a text, or a text's plural forms chosen by the parameter `count`. `{name}` in it is replaced by the parameter `name`. */
export type Message = string | PluralForms;

/** The names in braces within a text, as a union of string literals. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What fills the braces: texts are the user's or already formatted, numbers are formatted by the caller's language. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Fills a text's braces. A name without a value stays visible in its braces: a test catches it, and a reader is not lied to.
 */
export function fill(text: string, values: Values, formatNumber: (value: number) => string): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return braces;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** The form of a message for a count; `other` where the language's own category has none. */
export function chooseForm(message: Message, count: number | undefined, rules: Intl.PluralRules): string {
  if (typeof message === 'string') return message;
  if (count === undefined) return message.other;
  const category = rules.select(count);
  if (category === 'one' || category === 'few' || category === 'many')
    return message[category] ?? message.other;
  return message.other;
}
