import { preferredLanguage } from '#shared/language';
import { hourStyles, languages, i18n, type HourStyle } from '$lib/i18n/i18n.svelte';
import type { BrowserInfo } from '../session/screen-name';
import type { Settings } from './settings';
import { parseRecord } from '../parse-record';

/** The colour theme: as the system sets it, or always light or dark. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What the preferences depend on. */
export interface PreferencesEnvironment {
  readonly settings: Settings;
  readonly screen: BrowserInfo & { readonly languages: readonly string[] };
}

/** Null: not chosen, so the browser's own applies. */
interface Stored {
  readonly theme: Theme;
  readonly language: string | null;
  readonly hourStyle: HourStyle;
  readonly vibrate: boolean;
  readonly takesUpdates: boolean;
  readonly screenName: string | null;
}

const NAME = 'preferences';

/** The preferences of this screen. They are stored on it and survive a sign-out, since none of them is secret. */
export class Preferences {
  readonly #environment: PreferencesEnvironment;
  #stored = $state.raw(decode(null));

  constructor(environment: PreferencesEnvironment) {
    this.#environment = environment;
  }

  get theme(): Theme {
    return this.#stored.theme;
  }
  set theme(theme: Theme) {
    this.#store({ theme });
  }

  /** The language of the app: the chosen one, or the browser's. */
  get language(): string {
    return this.#stored.language ?? preferredLanguage(languages, this.#environment.screen.languages) ?? 'en';
  }
  set language(language: string) {
    this.#store({ language });
    void i18n.choose(language);
  }

  get hourStyle(): HourStyle {
    return this.#stored.hourStyle;
  }
  set hourStyle(hourStyle: HourStyle) {
    this.#store({ hourStyle });
    i18n.hourStyle = hourStyle;
  }

  get vibrate(): boolean {
    return this.#stored.vibrate;
  }
  set vibrate(vibrate: boolean) {
    this.#store({ vibrate });
  }

  /** Whether this screen updates the app by itself while it is idle, for example on a wall. */
  get takesUpdates(): boolean {
    return this.#stored.takesUpdates;
  }
  set takesUpdates(takesUpdates: boolean) {
    this.#store({ takesUpdates });
  }

  /** The name to use at sign-in; null if none was chosen. */
  get screenName(): string | null {
    return this.#stored.screenName;
  }
  set screenName(name: string | null) {
    this.#store({ screenName: name?.trim().slice(0, 100) || null });
  }

  /** Restores the stored preferences and applies the language, the browser's region and the style of hours. */
  start(): void {
    this.#stored = decode(this.#environment.settings.read(NAME));
    i18n.preferred = this.#environment.screen.languages;
    i18n.hourStyle = this.hourStyle;
    void i18n.choose(this.language);
  }

  #store(changed: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...changed };
    this.#environment.settings.write(NAME, JSON.stringify(this.#stored));
  }
}

/** Decodes stored preferences. Invalid fields get their defaults. */
function decode(text: string | null): Stored {
  const stored = parseRecord(text);
  const name = stored['screenName'];
  return {
    theme: themes.find((theme) => theme === stored['theme']) ?? 'system',
    language: languages.find((language) => language === stored['language']) ?? null,
    hourStyle: hourStyles.find((style) => style === stored['hourStyle']) ?? 'region',
    vibrate: stored['vibrate'] !== false,
    takesUpdates: stored['takesUpdates'] === true,
    screenName: typeof name === 'string' && name.length <= 100 ? name : null
  };
}
