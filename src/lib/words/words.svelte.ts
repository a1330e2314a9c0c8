import { en } from './en';
import { chooseForm, fill } from './message';
import type { Message, Values } from './message';
import type { ArgumentsOf, Key, Words } from './keys';

/** The languages that Mantel speaks, by their BCP 47 tag. */
export const languages = ['en', 'uk'] as const;

/** One of the languages that Mantel speaks. */
export type Language = (typeof languages)[number];

/** The languages' names, each in itself: what a chooser shows. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', uk: 'Українська' };

/** English travels with the app, so there is never a moment without words; the others come when they are chosen. */
const loaders: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  uk: () => import('./uk').then((module) => module.uk)
};

/** The first of the preferred tags that Mantel speaks (`uk-UA` is `uk`), else English. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    const known = languages.find((language) => language === primary);
    if (known) return known;
  }
  return 'en';
}

/** The language in use and its words. One for the page, since a page speaks one language; who chose it keeps the choice. */
class Vocabulary {
  #language = $state<Language>('en');
  #words = $state.raw<Words>(en);
  #wanted: Language = 'en';
  readonly #rules = $derived(new Intl.PluralRules(this.#language));
  readonly #numbers = $derived(new Intl.NumberFormat(this.#language));

  /** The language in use, for `Intl` and for `<html lang>`. */
  get language(): Language {
    return this.#language;
  }

  /**
   * Changes the language. Words change once they are all there, so no key is ever shown; await it before the first paint.
   * The last choice wins. False when the words could not be loaded: the language in use stays.
   */
  async choose(language: Language): Promise<boolean> {
    this.#wanted = language;
    try {
      const words = await loaders[language]();
      if (this.#wanted !== language) return true;
      this.#words = words;
      this.#language = language;
      return true;
    } catch {
      return false;
    }
  }

  /** A key's sentence in the language in use; reads reactive state, so what is rendered follows the language. */
  say(key: Key, values: Values = {}): string {
    const message: Message = this.#words[key];
    const count = typeof values['count'] === 'number' ? values['count'] : undefined;
    return fill(chooseForm(message, count, this.#rules), values, (value) => this.#numbers.format(value));
  }
}

/** The page's words. */
export const vocabulary = new Vocabulary();

/** Says a key's sentence in the language in use, with the parameters that the key names. */
export function say<K extends Key>(key: K, ...[params]: ArgumentsOf<K>): string {
  return vocabulary.say(key, params);
}
