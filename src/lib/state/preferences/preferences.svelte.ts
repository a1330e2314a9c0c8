import { isRecord } from '#shared/home';
import { languages, preferredLanguage, i18n, type Language } from '$lib/i18n/i18n.svelte';
import type { BrowserInfo } from '../session/screen-name';
import type { Settings } from './settings';

/** The look: as the system says, or always one of the two. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What the preferences need of the world. */
export interface PreferencesEnvironment {
  readonly settings: Settings;
  readonly screen: BrowserInfo & { readonly languages: readonly string[] };
}

/** Null: not chosen, so the browser's own holds. */
interface Stored {
  readonly theme: Theme;
  readonly language: Language | null;
  readonly vibrate: boolean;
  readonly takesUpdates: boolean;
  readonly screenName: string | null;
}

const NAME = 'preferences';

/** What this screen's user likes. Kept on this screen, and by a sign-out too: none of it is secret. */
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

  /** The language that is spoken: the chosen one, else the browser's. */
  get language(): Language {
    return this.#stored.language ?? preferredLanguage(this.#environment.screen.languages);
  }
  set language(language: Language) {
    this.#store({ language });
    void i18n.choose(language);
  }

  get vibrate(): boolean {
    return this.#stored.vibrate;
  }
  set vibrate(vibrate: boolean) {
    this.#store({ vibrate });
  }

  /** Whether this screen, as one on a wall, takes newer versions of the app by itself while nobody touches it. */
  get takesUpdates(): boolean {
    return this.#stored.takesUpdates;
  }
  set takesUpdates(takesUpdates: boolean) {
    this.#store({ takesUpdates });
  }

  /** How this screen is called at sign-in; null where nobody has named it. */
  get screenName(): string | null {
    return this.#stored.screenName;
  }
  set screenName(name: string | null) {
    this.#store({ screenName: name?.trim().slice(0, 100) || null });
  }

  /** Reads what was kept, and has its language spoken. */
  start(): void {
    this.#stored = decode(this.#environment.settings.read(NAME));
    void i18n.choose(this.language);
  }

  #store(changed: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...changed };
    this.#environment.settings.write(NAME, JSON.stringify(this.#stored));
  }
}

/** Reads what was kept; what cannot be read was not chosen. */
function decode(text: string | null): Stored {
  const kept = parse(text);
  const name = kept['screenName'];
  return {
    theme: themes.find((theme) => theme === kept['theme']) ?? 'system',
    language: languages.find((language) => language === kept['language']) ?? null,
    vibrate: kept['vibrate'] !== false,
    takesUpdates: kept['takesUpdates'] === true,
    screenName: typeof name === 'string' && name.length <= 100 ? name : null
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text ?? 'null');
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}
