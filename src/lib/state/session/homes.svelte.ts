import { HOMES, LAST_HOME, type Settings } from '../preferences/settings';
import { isSignedIn, readHomes, type KnownHome } from './known-homes';

/**
 * The homes of this browser, in the order in which they were added. Its windows share them, so they are read again before each change.
 */
export class Homes {
  readonly #settings: Settings;
  #all = $state.raw<readonly KnownHome[]>([]);
  readonly #list = $derived(this.#all.filter(isSignedIn));

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#all = readHomes(settings);
  }

  /** All homes, those too whose sign-out is not complete. */
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
  put({ id, name, leaving }: KnownHome): void {
    const all = readHomes(this.#settings);
    const home = { id, name, leaving };
    const isThere = all.some((each) => each.id === id);
    this.#set(isThere ? all.map((each) => (each.id === id ? home : each)) : [...all, home]);
  }

  /** Removes a home. */
  forget(home: string): void {
    this.#set(readHomes(this.#settings).filter(({ id }) => id !== home));
  }

  #set(homes: readonly KnownHome[]): void {
    this.#all = homes;
    if (homes.length > 0) this.#settings.write(HOMES, JSON.stringify({ homes }));
    else for (const name of [HOMES, LAST_HOME]) this.#settings.remove(name);
  }
}
