import { en } from './messages/en';
import { chooseForm, fill } from './message';
import type { Message, Values } from './message';
import type { ArgumentsOf, LazyMessages, Key, Messages } from './keys';

/** The languages that Mantel speaks, by their BCP 47 tag. */
export const languages = ['en', 'uk'] as const;

/** One of the languages that Mantel speaks. */
export type Language = (typeof languages)[number];

/** The languages' names, each in itself: what a chooser shows. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', uk: 'Українська' };

/** Where a language's words come from: those of the first screens, and those that come with further pages. */
interface MessageSource {
  readonly first: () => Promise<Messages>;
  readonly lazy: () => Promise<LazyMessages>;
}

/** English travels with the app, so there is never a moment without words; the others come when they are chosen. */
const sources: Readonly<Record<Language, MessageSource>> = {
  en: {
    first: () => Promise.resolve(en),
    lazy: () => import('./messages/lazy/en').then((module) => module.lazy)
  },
  uk: {
    first: () => import('./messages/uk').then((module) => module.uk),
    lazy: () => import('./messages/lazy/uk').then((module) => module.lazy)
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
class I18n {
  #language = $state<Language>('en');
  #messages = $state.raw<Messages & Partial<LazyMessages>>(en);
  #wanted: Language = 'en';
  #isLazyWanted = false;
  #loadingAll: Promise<boolean> | null = null;
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
  loadAll(): Promise<boolean> {
    this.#loadingAll ??= this.#loadAll();
    return this.#loadingAll;
  }

  /** A key's sentence in the language in use, empty before its words are there; reads reactive state, so it follows the language. */
  t(key: Key, values: Values = {}): string {
    const message: Message = this.#messages[key] ?? '';
    const count = typeof values['count'] === 'number' ? values['count'] : undefined;
    return fill(chooseForm(message, count, this.#rules), values, (value) => this.#numbers.format(value));
  }

  async #load(language: Language, turn: number): Promise<boolean> {
    const { first, lazy } = sources[language];
    const loaded = await Promise.all([first(), this.#isLazyWanted ? lazy() : {}]).catch(() => null);
    if (turn !== this.#turn) return this.#choosing;
    if (!loaded) return false;
    this.#messages = { ...loaded[0], ...loaded[1] };
    this.#language = language;
    // With its first format a browser loads its tables, 20 ms on a slow tablet: in a task of its own, while the page's code is on its way.
    setTimeout(() => this.#numbers.format(0));
    return true;
  }

  async #loadAll(): Promise<boolean> {
    this.#isLazyWanted = true;
    if (await this.choose(this.#wanted)) return true;
    this.#isLazyWanted = false;
    this.#loadingAll = null;
    return false;
  }
}

/** The page's words. */
export const i18n = new I18n();

/** Says a key's sentence in the language in use, with the parameters that the key names. */
export function t<K extends Key>(key: K, ...[params]: ArgumentsOf<K>): string {
  return i18n.t(key, params);
}
