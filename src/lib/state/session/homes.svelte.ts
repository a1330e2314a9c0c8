import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { HOMES, LAST_HOME, type Settings } from '../preferences/settings';
import { isSignedIn, readHomes, type KnownHome } from './known-homes';

/**
 * The homes of this browser, in the order in which they were added. Its windows share them, so they are read again before each change.
 */
export class Homes {
  readonly #settings: Settings;
  readonly #tab: Settings;
  #all = $state.raw<readonly KnownHome[]>([]);
  readonly #list = $derived(this.#all.filter(isSignedIn));

  constructor(settings: Settings, tab: Settings) {
    this.#settings = settings;
    this.#tab = tab;
    this.#all = readHomes(settings);
  }

  /** All homes, those too whose sign-out is not complete, or whose session has ended. */
  get all(): readonly KnownHome[] {
    return this.#all;
  }

  /** Those that are signed in to. Reactive. */
  get list(): readonly KnownHome[] {
    return this.#list;
  }

  /** What the sign-out of a home waits for; undefined for none. */
  leavingOf(home: string): KnownHome['leaving'] {
    return readHomes(this.#settings).find(({ id }) => id === home)?.leaving;
  }

  /** Adds a home, or changes it. */
  put({ id, name, namesake, leaving, ended }: KnownHome): void {
    const all = readHomes(this.#settings);
    const home = { id, name, namesake, leaving, ended };
    const isThere = all.some((each) => each.id === id);
    this.#set(isThere ? all.map((each) => (each.id === id ? home : each)) : [...all, home]);
  }

  /** Keeps the name of a home whose session has ended elsewhere. The demo home is nobody's, so it goes. */
  end(home: string): void {
    const known = readHomes(this.#settings).find(({ id }) => id === home);
    if (home === DEMO_CONTROLLER_ID) this.forget(home);
    else if (known) this.put({ ...known, ended: true });
  }

  /** Removes a home. Nothing of this browser or of this tab names it then. */
  forget(home: string): void {
    for (const settings of [this.#settings, this.#tab])
      if (settings.read(LAST_HOME) === home) settings.remove(LAST_HOME);
    this.#set(readHomes(this.#settings).filter(({ id }) => id !== home));
  }

  #set(homes: readonly KnownHome[]): void {
    this.#all = homes;
    if (homes.length > 0) this.#settings.write(HOMES, JSON.stringify({ homes }));
    else for (const name of [HOMES, LAST_HOME]) this.#settings.remove(name);
  }
}
