/** The first of the supported languages among preferred BCP 47 tags (`uk-UA` is `uk`); undefined for none. */
export function preferredLanguage(
  supported: readonly string[],
  preferred: readonly string[]
): string | undefined {
  return preferred
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((language) => language !== undefined && supported.includes(language));
}

/** The name of a language in that language, with a capital letter: "Українська". */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
