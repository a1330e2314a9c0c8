/**
 * The plural forms of a message, by the categories of `Intl.PluralRules`. A language has only the forms that it needs,
 * and always `other`.
 */
export interface PluralForms {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** A message: a text, or plural forms selected by the parameter `count`. `{name}` is replaced by the parameter `name`. */
export type Message = string | PluralForms;

/** The parameter names in a text, as a union of string literals. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Parameter values. Strings are used as they are, numbers are formatted for the language. */
export type Values = Readonly<Record<string, string | number>>;

/** Replaces the parameters of a text. A parameter without a value stays visible as `{name}`, so that a test finds it. */
export function fill(text: string, values: Values, formatNumber: (value: number) => string): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return braces;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** Returns the form of a message for a count; `other` if the language has no form for its category. */
export function chooseForm(message: Message, count: number | undefined, rules: Intl.PluralRules): string {
  if (typeof message === 'string') return message;
  if (count === undefined) return message.other;
  const category = rules.select(count);
  if (category === 'one' || category === 'few' || category === 'many')
    return message[category] ?? message.other;
  return message.other;
}
