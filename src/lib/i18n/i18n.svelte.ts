import { en } from './messages/en';
import { chooseForm, fill } from './message';
import type { Message, Values } from './message';
import type { ArgumentsOf, FurtherWords, Key, Words } from './keys';

/** The languages that Mantel speaks, by their BCP 47 tag. */
export const languages = ['en', 'uk'] as const;

/** One of the languages that Mantel speaks. */
export type Language = (typeof languages)[number];

/** The languages' names, each in itself: what a chooser shows. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', uk: 'Українська' };

/** Where a language's words come from: those of the first screens, and those that come with further pages. */
interface Source {
  readonly first: () => Promise<Words>;
  readonly further: () => Promise<FurtherWords>;
}

/** English travels with the app, so there is never a moment without words; the others come when they are chosen. */
const sources: Readonly<Record<Language, Source>> = {
  en: {
    first: () => Promise.resolve(en),
    further: () => import('./messages/lazy/en').then((module) => module.further)
  },
  uk: {
    first: () => import('./messages/uk').then((module) => module.uk),
    further: () => import('./messages/lazy/uk').then((module) => module.further)
  }
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
  #words = $state.raw<Words & Partial<FurtherWords>>(en);
  #wanted: Language = 'en';
  #isFurtherWanted = false;
  #completing: Promise<boolean> | null = null;
  #turn = 0;
  #choosing: Promise<boolean> = Promise.resolve(true);
  readonly #rules = $derived(new Intl.PluralRules(this.#language));
  readonly #numbers = $derived(new Intl.NumberFormat(this.#language));

  /** The language in use, for `Intl` and for `<html lang>`. */
  get language(): Language {
    return this.#language;
  }

  /**
   * Changes the language. Words change once they are all there, so no key is ever shown; await it before the first paint.
   * The last choice wins, and one that it overtook ends as it does. False when the words could not be loaded: the language in use
   * stays.
   */
  choose(language: Language): Promise<boolean> {
    this.#wanted = language;
    this.#turn += 1;
    this.#choosing = this.#load(language, this.#turn);
    return this.#choosing;
  }

  /** Brings the words of all pages but the first, from now on in every language: await it before such a page. As `choose`. */
  complete(): Promise<boolean> {
    this.#completing ??= this.#complete();
    return this.#completing;
  }

  /** A key's sentence in the language in use, empty before its words are there; reads reactive state, so it follows the language. */
  say(key: Key, values: Values = {}): string {
    const message: Message = this.#words[key] ?? '';
    const count = typeof values['count'] === 'number' ? values['count'] : undefined;
    return fill(chooseForm(message, count, this.#rules), values, (value) => this.#numbers.format(value));
  }

  async #load(language: Language, turn: number): Promise<boolean> {
    const { first, further } = sources[language];
    const loaded = await Promise.all([first(), this.#isFurtherWanted ? further() : {}]).catch(() => null);
    if (turn !== this.#turn) return this.#choosing;
    if (!loaded) return false;
    this.#words = { ...loaded[0], ...loaded[1] };
    this.#language = language;
    // With its first format a browser loads its tables, 20 ms on a slow tablet: in a task of its own, while the page's code is on its way.
    setTimeout(() => this.#numbers.format(0));
    return true;
  }

  async #complete(): Promise<boolean> {
    this.#isFurtherWanted = true;
    if (await this.choose(this.#wanted)) return true;
    this.#isFurtherWanted = false;
    this.#completing = null;
    return false;
  }
}

/** The page's words. */
export const vocabulary = new Vocabulary();

/** Says a key's sentence in the language in use, with the parameters that the key names. */
export function say<K extends Key>(key: K, ...[params]: ArgumentsOf<K>): string {
  return vocabulary.say(key, params);
}
