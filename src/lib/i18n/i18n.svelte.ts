import type { ArgumentsOf, LazyMessages, Key, Messages } from './keys';
import { chooseForm, fill, type Message, type Values } from './message';
import { first as en } from './messages/en';

/** The messages of the first screens, by file. English is part of the first bundle, so there are always messages. */
const first = import.meta.glob<Messages>(['./messages/*.ts', '!./messages/en.ts'], { import: 'first' });
/** The messages of all other pages, by file. */
const lazy = import.meta.glob<LazyMessages>('./messages/lazy/*.ts', { import: 'lazy' });

/** The supported languages, by their BCP 47 tag: those that have catalogues in `messages`. */
export const languages: readonly string[] = Object.keys(lazy).map((path) => path.slice(16, -3));

/** How hours are written: as the region does, or always with 12 or 24 of them a day. */
export const hourStyles = ['region', '12', '24'] as const;

/** One of `hourStyles`. */
export type HourStyle = (typeof hourStyles)[number];

/**
 * The tag for `Intl` in a language: the first preferred one of that language (`en-GB`), else the language with the region of the first
 * preferred one (`en-DE` for German readers of English words), so that dates and times are as that region writes them. Tags that `Intl`
 * refuses are passed over, since some browsers report such (`en-US@posix`).
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const locales = preferred.flatMap((tag) => {
    try {
      return new Intl.Locale(tag);
    } catch {
      return [];
    }
  });
  const own = locales.find((locale) => locale.language === language && locale.region !== undefined);
  const region = locales[0]?.maximize().region;
  return own?.toString() ?? (region === undefined ? language : `${language}-${region}`);
}

/** The current language and its messages. One instance for the page; the choice itself is stored in the preferences. */
class I18n {
  /** The tags that the browser prefers, for `locale`. */
  preferred = $state.raw<readonly string[]>([]);
  /** The choice of this screen; formats of times follow it. */
  hourStyle = $state<HourStyle>('region');
  #language = $state('en');
  #messages = $state.raw<Messages & Partial<LazyMessages>>(en);
  #first: Messages = en;
  #wanted = 'en';
  #isLazyWanted = false;
  #loadingAll: Promise<boolean> | null = null;
  #requestId = 0;
  #choosing: Promise<boolean> = Promise.resolve(true);
  readonly #rules = $derived(new Intl.PluralRules(this.#language));
  readonly #locale = $derived(localeOf(this.#language, this.preferred));
  readonly #numbers = $derived(new Intl.NumberFormat(this.#locale));

  /** The current language, for `<html lang>` and for words. */
  get language(): string {
    return this.#language;
  }

  /** The current language with the browser's region, if it has one of that language: for dates, times and numbers. */
  get locale(): string {
    return this.#locale;
  }

  /**
   * Changes the language once its messages are loaded, so that no key is ever shown. Await it before the first paint.
   * The last call wins, and earlier calls resolve with its result. Resolves to false if the messages could not be
   * loaded: then the language stays.
   */
  choose(language: string): Promise<boolean> {
    this.#wanted = language;
    this.#requestId += 1;
    this.#choosing = this.#load(language, this.#requestId);
    return this.#choosing;
  }

  /**
   * Loads the lazy messages of this and every later language. Await it before a page that uses them. Resolves like
   * `choose`.
   */
  loadAll(): Promise<boolean> {
    this.#loadingAll ??= this.#loadAll();
    return this.#loadingAll;
  }

  /** The messages of the first screens alone, for `restore`. */
  get first(): Messages {
    return this.#first;
  }

  /** Sets the messages of a language that are known already, perhaps of an earlier version. `choose` loads all of it. */
  restore(language: string, messages: Messages): void {
    this.#first = Object.assign({}, en, messages);
    this.#messages = this.#first;
    this.#language = language;
  }

  /** Returns the message of a key in the current language; empty before it is loaded. Reactive. */
  t(key: Key, values?: Values): string {
    const message: Message = this.#messages[key] ?? '';
    if (!values) return typeof message === 'string' ? message : '';
    return fill(chooseForm(message, Number(values['count']), this.#rules), values, (value) =>
      this.#numbers.format(value)
    );
  }

  async #load(language: string, requestId: number): Promise<boolean> {
    const loaded = await Promise.all([
      first[`./messages/${language}.ts`]?.() ?? en,
      this.#isLazyWanted ? lazy[`./messages/lazy/${language}.ts`]?.() : {}
    ]).catch(() => null);
    if (requestId !== this.#requestId) return this.#choosing;
    if (!loaded) return false;
    // A spread of a thousand keys takes V8 a hundred times as long.
    this.#messages = Object.assign({}, loaded[0], loaded[1]);
    this.#first = loaded[0];
    this.#language = language;
    // The first number format loads the browser's tables, which takes 20 ms on a slow tablet. A task of its own uses
    // the time in which the page's code is loaded.
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

/** The i18n of the page. */
export const i18n = new I18n();

/** Translates a key into the current language, with the parameters that the key names. */
export function t<K extends Key>(key: K, ...[params]: ArgumentsOf<K>): string {
  return i18n.t(key, params);
}
