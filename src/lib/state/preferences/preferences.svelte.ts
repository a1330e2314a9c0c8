import { preferredLanguage } from '#shared/language';
import { hourStyles, i18n, languages } from '$lib/i18n/i18n.svelte';
import { choice, flag, Persisted } from './persisted.svelte';
import type { BrowserInfo } from './screen-name';
import type { Settings } from './settings';

/** The colour theme: as the system sets it, or always light or dark. */
const themes = ['system', 'light', 'dark'] as const;

/** What the preferences depend on. */
export interface PreferencesEnvironment {
  readonly settings: Settings;
  readonly screen: BrowserInfo & { readonly languages: readonly string[] };
}

const MAX_NAME_LENGTH = 100;

/** Decodes the preferences. */
const decode = (stored: Readonly<Record<string, unknown>>) => ({
  theme: choice(themes, stored['theme'], 'system'),
  /** Null: the browser's. */
  language: choice(languages, stored['language'], null),
  hourStyle: choice(hourStyles, stored['hourStyle'], 'region'),
  vibrate: flag(stored['vibrate'], true),
  /** Whether this screen updates the app by itself while it is idle, for example on a wall. */
  takesUpdates: flag(stored['takesUpdates'], false),
  /** The name to use at sign-in; null if none was chosen. */
  screenName: readName(stored['screenName'])
});

/** The preferences of this screen. They are stored on it and survive a sign-out, since none of them is secret. */
export class Preferences extends Persisted<ReturnType<typeof decode>> {
  readonly #preferred: readonly string[];

  constructor({ settings, screen }: PreferencesEnvironment) {
    super(settings, 'preferences', decode);
    this.#preferred = screen.languages;
  }

  /** The language of the app: the chosen one, or the browser's. */
  get language(): string {
    return this.value.language ?? preferredLanguage(languages, this.#preferred) ?? 'en';
  }

  /** Applies the language, the browser's region and the style of hours. */
  start(): void {
    i18n.preferred = this.#preferred;
    this.#apply();
  }

  override change(changed: Partial<ReturnType<typeof decode>>): void {
    super.change(changed);
    this.#apply();
  }

  /** Keeps the name to use at sign-in. */
  nameScreen(name: string): void {
    this.change({ screenName: name.trim().slice(0, MAX_NAME_LENGTH) || null });
  }

  #apply(): void {
    i18n.hourStyle = this.value.hourStyle;
    if (this.language !== i18n.language) void i18n.choose(this.language);
  }
}

/** Reads a name of a screen; null if it is empty or too long. */
const readName = (name: unknown): string | null =>
  (typeof name === 'string' && name.length <= MAX_NAME_LENGTH && name.trim()) || null;
