/**
 * The plural forms of a message, by the categories of `Intl.PluralRules`. A language has only the forms that whole numbers need: in
 * Ukrainian `other` is for fractions alone, and a form that is absent is `many`.
 */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>>;

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

/** Returns the form of a message for a count. */
export function chooseForm(message: Message, count: number, rules: Intl.PluralRules): string {
  return typeof message === 'string' ? message : (message[rules.select(count)] ?? message.many ?? '');
}
